"""How well does machine translation handle pronouns?"""

__version__ = "0.1.0"
