"""Learn the starter models that come with proform, from Europarl.

Reads en-XX.en.gz and en-XX.XX.gz of `europarl` in the shared data (PROFORM_SHARED) and writes
src/proform/alignment/starters/en-XX.model. The same text gives the same file.

    python -m bench.starter [fr de es it pt]
"""

import os
import sys
from pathlib import Path

import proform
from proform.alignment.models import FOLDER

EUROPARL = Path(os.environ.get("PROFORM_SHARED", "../shared")) / "data" / "europarl"
LANGUAGES = ("fr", "de", "es", "it", "pt")


def main() -> None:
    if not EUROPARL.is_dir():
        sys.exit(f"the texts are not there: {EUROPARL}; set PROFORM_SHARED")
    for language in sys.argv[1:] or LANGUAGES:
        pair, path = EUROPARL / f"en-{language}", FOLDER / f"en-{language}.model"
        texts = f"{pair}.en.gz", f"{pair}.{language}.gz"
        proform.train_aligner(*texts, pair.name, path, starter=False)
        print(f"{path.name}: {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
