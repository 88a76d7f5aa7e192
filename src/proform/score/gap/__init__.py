"""Gap filling: what systems chose against what people would have filled in."""
