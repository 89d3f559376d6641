"""Dated stories played through the real functions: `manage.py replay`."""
