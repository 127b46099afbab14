"""Runs Spin and spinrs on one model and returns their counts in one form.

The one place that knows how Spin is called, how the report of its verifier (pan) reads, and which options of
spinrs ask the same question. Used by compare-counts and random-models.
"""

import csv
import hashlib
import json
import os
import re
import resource
import shutil
import subprocess
import tempfile
import threading
from dataclasses import asdict, dataclass, fields

# The three questions both tools can be asked.
#   raw      every state, no optimiser
#   default  Spin's optimisers (dead variables, hiding, merging), no reduction
#   por      the optimisers and partial-order reduction
SPIN_FLAGS = {"raw": ["-o1", "-o2", "-o3"], "default": [], "por": []}
CC_FLAGS = {"raw": ["-DNOREDUCE"], "default": ["-DNOREDUCE"], "por": []}
SPINRS_FLAGS = {
    "raw": ["--por", "off", "--optimise", "none"],
    "default": ["--por", "off", "--optimise", "spin"],
    "por": ["--por", "on", "--optimise", "spin"],
}
COUNTS = ["stored", "transitions", "atomic_steps", "depth", "errors"]


@dataclass
class Counts:
    """What a run answered. `status` is "ok", or the reason why the counts are missing or partial."""

    status: str
    stored: int = -1
    matched: int = -1
    transitions: int = -1
    atomic_steps: int = -1
    depth: int = -1
    errors: int = -1
    # The search ended at an error before all states were seen, as pan does for errors at run time.
    stopped: bool = False
    # Kinds of error, without depths and numbers, sorted and separated by "; ".
    messages: str = ""
    seconds: float = 0.0

    def answered(self):
        return self.status == "ok"


def call(command, cwd, time_limit, memory_mb=None):
    """Runs a command; returns (exit status or None on timeout, output)."""

    def limit():
        if memory_mb:
            resource.setrlimit(resource.RLIMIT_AS, (memory_mb << 20, memory_mb << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=time_limit, preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout.decode("utf-8", "replace")


def spin_installed():
    return shutil.which("spin") is not None and shutil.which("gcc") is not None


def spin_version():
    return call(["spin", "-V"], None, 10)[1].strip()


class Spin:
    """Spin with one set of options; answers are kept in a CSV file by content of model and options."""

    def __init__(self, mode="raw", end_states=False, optimisation="-O1", depth=1_000_000, time_limit=60,
                 compile_limit=600, memory_mb=8000, cache=None, defines=()):
        self.mode = mode
        self.end_states = end_states
        self.optimisation = optimisation
        self.depth = depth
        self.time_limit = time_limit
        self.compile_limit = compile_limit
        self.memory_mb = memory_mb
        self.defines = list(defines)  # options -DNAME=VALUE
        self.cache = Cache(cache) if cache else None
        self.version = spin_version() if self.cache else ""

    def count(self, path):
        """The counts of the model in this file."""
        key = None
        if self.cache:
            question = [self.version, self.mode, str(self.end_states), *self.defines]
            with open(path, "rb") as f:
                key = hashlib.sha256("\0".join(question).encode() + b"\0" + f.read()).hexdigest()[:32]
            known = self.cache.get(key)
            if known:
                return known
        with tempfile.TemporaryDirectory(prefix="spin-oracle-") as folder:
            counts = self.fresh_count(os.path.abspath(path), folder)
        # A timeout depends on the machine; every other answer is final.
        if self.cache and counts.status not in ("timeout", "memory"):
            self.cache.put(key, os.path.basename(path), counts)
        return counts

    def fresh_count(self, path, folder):
        status, text = call(["spin", *SPIN_FLAGS[self.mode], *self.defines, "-a", path], folder, 60)
        if status != 0 or not os.path.exists(os.path.join(folder, "pan.c")):
            return Counts("rejected", messages=first_error(text))
        vector, depth = None, self.depth
        compiled = False
        while True:
            if not compiled:
                problem = self.compile(folder, vector)
                if problem:
                    return problem
                compiled = True
            flags = [f"-m{depth}", "-c0", "-n"] + ([] if self.end_states else ["-E"])
            status, text = call(["./pan", *flags], folder, self.time_limit, self.memory_mb)
            counts = parse_report(status, text)
            if counts.status == "depth" and depth < 100_000_000:
                depth *= 10
            elif counts.status == "vector" and (vector or 1024) < 65_536:
                vector, compiled = (vector or 1024) * 4, False
            else:
                return counts

    def compile(self, folder, vector):
        size = [f"-DVECTORSZ={vector}"] if vector else []
        # With priorities, pan's mask of padding covers the last bits of a process too, so that states get lost.
        with open(os.path.join(folder, "pan.h")) as f:
            mask = ["-DNOCOMP"] if "#define HAS_PRIORITY" in f.read() else []
        command = ["gcc", self.optimisation, "-w", "-DSAFETY", *CC_FLAGS[self.mode], *size, *mask, "-o", "pan", "pan.c"]
        status, text = call(command, folder, self.compile_limit)
        if status is None:
            return Counts("timeout", messages="compiling pan.c")
        return None if status == 0 else Counts("compile", messages=first_error(text))


def first_error(text):
    lines = [line.strip() for line in text.splitlines() if "rror" in line]
    return re.sub(r"^.*?(rror)", r"E\1", lines[0])[:160] if lines else text.strip()[:160]


ERROR_LINE = re.compile(r"^pan:\d+: (.*?)(?: \(at depth (-?\d+)\))?$", re.M)


def parse_report(status, text):
    """The counts in pan's report. The exit status says nothing, except that a signal ended pan."""
    messages = "; ".join(sorted({match.group(1).strip() for match in ERROR_LINE.finditer(text)}))
    if status is None:
        return Counts("timeout")
    if "VECTORSZ" in text and "too small" in text:
        return Counts("vector")
    head = re.search(r"State-vector (\d+) byte, depth reached (\d+), errors: (\d+)", text)
    if not head:
        memory = "out of memory" in text or "allocat" in text
        return Counts("memory" if memory else "crash", messages=messages or f"exit status {status}")
    numbers = {}
    for name, words in [("stored", "states, stored"), ("matched", "states, matched"),
                        ("transitions", "transitions"), ("atomic_steps", "atomic steps")]:
        match = re.search(r"^\s*([0-9.e+]+) " + words, text, re.M)
        numbers[name] = int(float(match.group(1))) if match else -1
    elapsed = re.search(r"elapsed time ([0-9.e+-]+)", text)
    counts = Counts("ok", depth=int(head.group(2)), errors=int(head.group(3)), messages=messages, **numbers,
                    seconds=float(elapsed.group(1)) if elapsed else 0.0)
    if "max search depth too small" in text:
        counts.status = "depth"
    elif "out of memory" in text:
        counts.status = "memory"
    elif "Search not completed" in text:
        # With -c0 only an error at run time ends a search early.
        counts.stopped = True
    return counts


class Cache:
    """Counts in a CSV file, appended to as they are found."""

    COLUMNS = ["key", "model"] + [f.name for f in fields(Counts)]

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.known = {}
        if os.path.exists(path):
            with open(path, newline="") as f:
                for row in csv.DictReader(f):
                    key = row.pop("key")
                    row.pop("model")
                    typed = {f.name: self.typed(f.type, row[f.name]) for f in fields(Counts)}
                    self.known[key] = Counts(**typed)

    @staticmethod
    def typed(kind, text):
        return text == "True" if kind is bool else kind(text)

    def get(self, key):
        return self.known.get(key)

    def put(self, key, model, counts):
        with self.lock:
            self.known[key] = counts
            new = not os.path.exists(self.path)
            with open(self.path, "a", newline="") as f:
                writer = csv.DictWriter(f, self.COLUMNS)
                if new:
                    writer.writeheader()
                writer.writerow({"key": key, "model": model, **asdict(counts)})


class Spinrs:
    """spinrs with one set of options."""

    def __init__(self, binary, mode="raw", search="dfs", end_states=False, time_limit=60, memory_mb=8000, extra=()):
        self.binary = binary
        self.flags = [*SPINRS_FLAGS[mode], "--errors", "all", "--search", search, "--json", *extra]
        if not end_states:
            self.flags.append("--no-end-states")
        self.time_limit = time_limit
        self.memory_mb = memory_mb

    def count(self, path):
        """The counts of the model in this file."""
        path = os.path.abspath(path)
        # Outside the caller's folder, because a violation leaves a trail.
        with tempfile.TemporaryDirectory(prefix="spinrs-") as folder:
            command = [os.path.abspath(self.binary), path, *self.flags]
            try:
                done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      stdin=subprocess.DEVNULL, timeout=self.time_limit)
            except subprocess.TimeoutExpired:
                return Counts("timeout")
        return parse_json(done.returncode, done.stdout.decode("utf-8", "replace"),
                          done.stderr.decode("utf-8", "replace"))


def parse_json(status, out, err):
    """The counts in the JSON document of spinrs."""
    try:
        document = json.loads(out)
    except json.JSONDecodeError:
        # Panics and signals are neither answers nor refusals.
        kind = "rejected" if status == 2 and "panicked" not in err else "crash"
        return Counts(kind, messages=(err.strip().splitlines() or [f"exit status {status}"])[0][:160])
    violations = document.get("violations", [])
    messages = "; ".join(sorted({v.get("kind", "") for v in violations}))
    values = {name: int(document.get(name, -1)) for name in ["matched", *COUNTS]}
    counts = Counts("ok", **values, messages=messages, seconds=float(document.get("seconds", {}).get("total", 0)))
    if document.get("verdict") == "incomplete":
        counts.status = "incomplete"
        counts.messages = str(document.get("reason"))
    return counts


def differences(expected, actual, columns):
    """The columns in which two answered runs differ, as text; empty if they agree."""
    found = []
    for name in columns:
        want, got = getattr(expected, name), getattr(actual, name)
        if want != got:
            found.append(f"{name} {got} (expected {want})")
    return ", ".join(found)
