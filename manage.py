#!/usr/bin/env python
"""Django's command line, with the embedded parts around the commands that need them."""

import os
import sys
from pathlib import Path


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")
    from companion.embedded import ensure

    with ensure.around(sys.argv, Path(__file__).resolve().parent):
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
