from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TranscriptConfig(AppConfig):
    name = "transcript"
    verbose_name = _("对话记录")
