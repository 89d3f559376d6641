"""Read by every Python process that has this folder on its path: its clock begins at MOVED_CLOCK (ISO, with offset) and goes on."""

import os
from datetime import datetime

import time_machine

if moment := os.environ.get("MOVED_CLOCK"):
    time_machine.travel(datetime.fromisoformat(moment), tick=True).start()
