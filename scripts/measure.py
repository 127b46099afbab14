"""What the measuring scripts share: a cache of answers, runs of spinrs, runs of Spin's verifier."""

import json
import os
import re
import subprocess
import sys
import tempfile

from spin_oracle import call, parse_report

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.join(ROOT, "target", "release", "spinrs")


class Cache:
    """Answers in a JSON file, so that an interrupted run goes on where it was."""

    def __init__(self, path, frozen=False):
        """If `frozen`, nothing is measured that is not known."""
        self.path = path
        self.frozen = frozen
        self.known = {}
        if os.path.exists(path):
            with open(path) as f:
                self.known = json.load(f)

    def get(self, *question, measure):
        key = " ".join(map(str, question))
        if key not in self.known and self.frozen:
            return {"reason": "not measured"}
        if key not in self.known:
            print(f"{key} ...", file=sys.stderr, flush=True)
            try:
                self.known[key] = measure()
            except (subprocess.TimeoutExpired, json.JSONDecodeError) as problem:
                self.known[key] = {"reason": type(problem).__name__}
            with open(self.path + ".new", "w") as f:
                json.dump(self.known, f, indent=1)
            os.replace(self.path + ".new", self.path)
        return self.known[key]


def find_model(folders, name):
    """The file of a model in one of the folders; ends the script if there is none."""
    for folder in folders:
        for ending in (".pm", ".pml"):
            path = os.path.join(folder, name + ending)
            if os.path.exists(path):
                return path
    sys.exit(f"no model {name} in {', '.join(folders)}")


def spinrs(binary, path, flags, time_limit):
    """The report of a complete, unreduced, unoptimised search, less what is long."""
    command = [binary, path, "--por", "off", "--optimise", "none", "--no-end-states", "--errors", "all", "--json",
               "--no-trail", *flags]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=time_limit)
    report = json.loads(done.stdout)
    for long in ("unreached", "violations"):
        report.pop(long, None)
    return report


def pan(path, cc_flags, pan_flags, time_limit, memory_mb, defines=()):
    """Counts and memory of a complete, unreduced, unoptimised search by Spin's verifier."""
    with tempfile.TemporaryDirectory(prefix="measure-") as folder:
        status, _ = call(["spin", *defines, "-o1", "-o2", "-o3", "-a", os.path.abspath(path)], folder, 60)
        if status != 0:
            return {"reason": "rejected"}
        gcc = ["gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", f"-DMEMLIM={memory_mb}", *cc_flags, "-o", "pan", "pan.c"]
        if call(gcc, folder, 600)[0] != 0:
            return {"reason": "not compiled"}
        depth = 1_000_000
        while True:
            status, text = call(["./pan", f"-m{depth}", "-E", "-c0", "-n", *pan_flags], folder, time_limit,
                                memory_mb + 1000)
            counts = parse_report(status, text)
            if counts.status != "depth" or depth >= 100_000_000:
                break
            depth *= 10
    if counts.stored < 0:
        return {"reason": counts.status}
    megabytes = lambda words: sum(float(n) for n in re.findall(r"^\s*([0-9.]+)\s+" + words, text, re.M))
    states, table = megabytes("actual memory usage for states"), megabytes("memory used for hash table")
    conflicts = re.search(r"hash conflicts:\s+([0-9.e+]+)", text)
    return {"stored": counts.stored, "transitions": counts.transitions, "bytes": (states + table) * (1 << 20),
            "vector": int(re.search(r"State-vector (\d+) byte", text).group(1)),
            "conflicts": int(float(conflicts.group(1))) if conflicts else None,
            "reason": None if counts.answered() else counts.status}


def table(head, rows):
    """Markdown; the first column is left aligned."""
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]


def publish(lines, output):
    text = "\n".join(lines) + "\n"
    if output:
        with open(output, "w") as f:
            f.write(text)
    else:
        print(text, end="")
