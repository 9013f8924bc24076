"""A command that embeds: the vectors of `meanings.py` for JSON lines.

`python -m tests.vectors.stub_command [--object]` answers an array a line, or an object with it.
"""

from __future__ import annotations

import json
import sys

from tests.vectors.meanings import vector_of

if __name__ == "__main__":
    for line in sys.stdin:
        vector = vector_of(json.loads(line)["text"])
        print(json.dumps({"vector": vector} if "--object" in sys.argv else vector))
