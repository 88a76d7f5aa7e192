"""Semi-automatic evaluation: a machine approves, people judge the rest."""
