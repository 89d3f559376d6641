"""The Celery application. Tasks are in companion/tasks.py, their times in companion/schedule.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

app = Celery("companion")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_scheduler = "companion.beat:Steady"
app.autodiscover_tasks(["companion"])
