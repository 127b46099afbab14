"""Reads beem-models/models.toml and writes numbers back into it.

The standard library reads TOML but does not write it, and a writer would lose comments and order anyway: numbers
are put into the text line by line, everything else stays as it was typed.
"""

import os
import re
import tomllib
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "beem-models")
MODES = ["raw", "default", "por"]


@dataclass
class Instance:
    """One instance of a family: its place in the file, and what the file says about it."""

    family: str
    place: tuple  # (index of the family, index of the instance within it)
    folder: str
    table: dict

    @property
    def name(self):
        return self.table["name"]

    @property
    def path(self):
        return os.path.join(self.folder, model_file(self.family))

    @property
    def defines(self):
        """The options that make the family's file this instance."""
        return [f"-D{name}={value}" for name, value in self.table.get("defines", {}).items()]

    def counts(self, mode):
        """(stored, transitions) as recorded, or None."""
        numbers = self.table.get(mode)
        return (numbers["stored"], numbers["transitions"]) if numbers else None


def model_file(family):
    """The name of a family's file: the family's, with "_" for "-"."""
    return family.replace("-", "_") + ".pml"


def load(folder=FOLDER):
    """The families, as tables, and their instances in the order of the file."""
    with open(os.path.join(folder, "models.toml"), "rb") as f:
        families = tomllib.load(f).get("family", [])
    instances = []
    for i, family in enumerate(families):
        for j, table in enumerate(family.get("instance", [])):
            instances.append(Instance(family["name"], (i, j), folder, table))
    return families, instances


def chosen(instances, names):
    """The instances that are named, or belong to a named family; all if nothing is named."""
    if not names:
        return instances
    found = [i for i in instances if i.name in names or i.family in names]
    missing = set(names) - {i.name for i in found} - {i.family for i in found}
    if missing:
        raise SystemExit(f"not in models.toml: {', '.join(sorted(missing))}")
    return found


def set_values(folder, name, values):
    """Sets the keys of one instance to values written in TOML; a new key goes to the end of its block."""
    path = os.path.join(folder, "models.toml")
    with open(path) as f:
        lines = f.read().split("\n")
    begin = heading(lines, name)
    end = begin + 1
    while end < len(lines) and not lines[end].startswith("["):
        end += 1
    while not lines[end - 1].strip() or lines[end - 1].startswith("#"):
        end -= 1
    for key, text in values.items():
        for number in range(begin + 1, end):
            if re.match(rf"{key}\s*=", lines[number]):
                lines[number] = f"{key} = {text}"
                break
        else:
            lines.insert(end, f"{key} = {text}")
            end += 1
    replace_file(path, "\n".join(lines))


def heading(lines, name):
    """The number of the line that opens the instance with this name, which is its first key."""
    for number, line in enumerate(lines[:-1]):
        if line.strip() == "[[family.instance]]" and re.match(rf'name\s*=\s*"{re.escape(name)}"', lines[number + 1]):
            return number
    raise SystemExit(f"models.toml: no instance that begins with name = {name}")


def replace_file(path, text):
    """Writes a file so that a reader sees the old text or the new one."""
    with open(path + ".new", "w") as f:
        f.write(text)
    os.replace(path + ".new", path)
