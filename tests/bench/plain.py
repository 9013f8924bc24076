"""The plain baselines of the speed rows, as programs for bare Python."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.bench.measuring import Command

READ = """
import os, sys
for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        handle = os.open(folder + "/" + name, os.O_RDONLY)
        while os.read(handle, 1 << 16):
            pass
        os.close(handle)
"""
FILL = """
import os, sqlite3, sys
if os.path.exists(sys.argv[2]):
    os.unlink(sys.argv[2])
base = sqlite3.connect(sys.argv[2])
base.execute("create virtual table t using fts5(text)")
def texts(folder):
    for name in os.listdir(folder):
        handle = os.open(folder + "/" + name, os.O_RDONLY)
        yield (os.read(handle, 1 << 16).decode(),)
        os.close(handle)
base.executemany("insert into t values (?)", texts(sys.argv[1]))
base.commit()
"""
INSERT = """
import os, sqlite3, sys
if os.path.exists(sys.argv[2]):
    os.unlink(sys.argv[2])
base = sqlite3.connect(sys.argv[2])
base.execute("create virtual table t using fts5(text)")
with open(sys.argv[1], encoding="utf-8") as file:
    base.executemany("insert into t values (?)", ((line,) for line in file))
base.commit()
"""
MATCH = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
asked = "select rowid, text from t where t match ? order by rank limit 10"
for number, text in base.execute(asked, (sys.argv[2],)):
    print(number, text)
"""
SQLITE = "import sqlite3"
SCAN = """
import os, sys
word = sys.argv[2].encode()
with os.scandir(sys.argv[1]) as entries:
    for entry in entries:
        with open(entry.path, "rb", buffering=0) as file:
            if word in file.read():
                print(entry.name)
"""
FSYNC = """
import os, sys, time
path, count = sys.argv[1], int(sys.argv[2])
start = time.perf_counter()
with open(path, "ab", buffering=0) as file:
    for _ in range(count):
        file.write(b"x" * 500)
        os.fsync(file.fileno())
took = time.perf_counter() - start
os.unlink(path)
with open(sys.argv[3], "w") as told:
    told.write(str(took))
"""
COUNT = """
import os, sys
counted = 0
def tell():
    with open(sys.argv[1], "w") as told:
        told.write(str(counted))
def counting(handle, real=os.fsync):
    global counted
    counted += 1
    real(handle)
    tell()  # at once: a program may leave without a word
os.fsync = counting
tell()
from memento_cli.__main__ import main
main(sys.argv[2:])
"""


def bare() -> Command:
    """The unit of all ratios: Python that does nothing."""
    return [sys.executable, "-c", "pass"]


def program(text: str, *args: str) -> Command:
    """One of the programs here, for bare Python."""
    return [sys.executable, "-c", text, *args]
