"""Word alignment: aligners, symmetrisation, models, cache, and the pipeline over texts."""
