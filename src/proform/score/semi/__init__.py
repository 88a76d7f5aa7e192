"""Semi-automatic evaluation: approve, refer, verify, count."""
