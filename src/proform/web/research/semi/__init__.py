"""Semi-automatic evaluation on the researcher's pages."""
