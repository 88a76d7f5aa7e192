"""Challenge sets as others publish them: files to items, one module for each family of formats."""
