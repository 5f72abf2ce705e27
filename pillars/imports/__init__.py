"""Imports as people set them up: upload, check, import as a job, report, undo."""
