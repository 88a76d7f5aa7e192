"""Tables, and every format they are written in."""
