"""Files to texts: lines, formats, documents, tokens, links, and the corpus they make up."""
