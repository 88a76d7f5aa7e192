"""PROTEST 1.1 files: read, checked, merged and written."""
