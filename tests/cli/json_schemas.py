#!/usr/bin/env python3
"""Runs every command with --json and compares what it prints with docs/formats/schema/COMMAND.json.

    tests/cli/json_schemas.py build/dev/ounce SOURCE_FOLDER

The schemas allow members that they do not list, as they must: new ones do not change the version. This test does not: a member
that is listed nowhere is not documented. Of JSON Schema it knows what the schemas use.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

TYPES = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None), "array": list, "object": dict}
KNOWN = {"$schema", "title", "description", "$defs", "$ref", "anyOf", "enum", "const", "type", "properties", "required", "items",
         "additionalProperties"}


def is_type(value, name):
    if isinstance(value, bool) and name in ("integer", "number"):
        return False
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, TYPES[name])


def problem(value, schema, root, path="$"):
    """What does not fit, or None."""
    if schema is True:
        return None
    unknown = set(schema) - KNOWN
    if unknown:
        return f"{path}: the schema uses {unknown}, which this test does not know"
    if "$ref" in schema:
        return problem(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, path)
    if "anyOf" in schema:
        problems = [problem(value, one, root, path) for one in schema["anyOf"]]
        return None if None in problems else max(problems, key=len)
    if "const" in schema and value != schema["const"]:
        return f"{path} is {json.dumps(value)}, not {json.dumps(schema['const'])}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{path} is {json.dumps(value)}, none of {schema['enum']}"
    types = schema.get("type", [])
    if types and not any(is_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        return f"{path} is {json.dumps(value)[:60]}, no {types}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                return f"{path}.{name} is missing"
        for name, member in value.items():
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
            if inner is None:
                return f"{path}.{name} is documented nowhere"
            found = problem(member, inner, root, f"{path}.{name}")
            if found:
                return found
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            found = problem(item, schema["items"], root, f"{path}[{index}]")
            if found:
                return found
    return None


GAME = """stage
  variable score = 0
  list log

when flag clicked
forever
  wait (1) seconds
  change [score v] by (pick random (1) to (2))
end

sprite Cat
  costume "cat" rect 40 40 #ff0000

when this sprite clicked
say [Ouch] for (1) seconds
add (score) to [log v]

when I receive [never v]
hide
"""
SUITE = """{"ounce suite": 1, "tests": [
  {"name": "clicks", "steps": 20, "events": [{"at": 3, "click": "Cat"}], "checks": [{"at": 9, "check": "bubble", "sprite": "Cat", "is": "Ouch"}]},
  {"name": "fails", "steps": 9, "checks": [{"at": 5, "check": "visible", "sprite": "Cat", "is": false}]},
  {"name": "later", "skip": true}]}"""
SCRIPT = """module.exports = [{name: 'logs', test: async t => { t.log('hello'); await t.runForSteps(9); t.assert.equal(1, 2, 'no'); }}];"""
PROPS = """property small: never score > 1000
property grows: never score > 0
property wrong: never scores > 1
"""

# Command lines; {…} are files of the folder.
CASES = [
    "info {game}", "info {folder}", "info {game} --events", "info {game} --goals", "info {game} --graph cfg", "info {missing}",
    "info {game} {broken}", "show {game}", "show {folder}", "show {missing}", "convert {game} {new}.sb3", "convert {game} {game}",
    "run {game}", "run {game} --spec {props} --steps 90", "run {game} --distances 2", "run {folder} --steps 3", "run {game} --steps -1",
    "test {game} {suite}", "test {game} {script} {suite} --repeat 2", "test {folder} {suite}", "test {game} {suite} --spec {props}",
    "test {game} {broken} {suite}", "test {game}", "test {game} {suite} --last-failed", "generate {game} --budget 30x",
    "generate {game} --budget 30x --kill --spec {props}", "generate {folder} --budget 20x -o {new}-suites",
    "generate {game} --budget 1s --algorithm neatest", "mutate {game} {suite}", "mutate {game} --list", "mutate {folder} --list",
    "mutate {game} {script} --full-matrix --sample 5", "mutate {game} {missing}", "model {game} {example_model}",
    "model {folder} {example_model}", "check {game} --spec {props} --budget 300states", "check {folder} --spec {props} --budget 50states",
    "check {game}", "check {brain} --spec {brain_props} --budget 2000states -o {new}-witnesses", "replay {brain} {witness}",
    "replay {folder} {witness}", "replay {game} {missing}", "fuzz {contracts} --budget 50x", "fuzz {folder} --budget 5x",
    "fuzz {module} --budget 20x", "fuzz {missing}", "run {game} --trace -", "convert {folder} {new}-class --to sb3", "convert {suite} {new}.js",
    "completions fish", "completions csh", "infoo {game}",
]


def main():
    program, source = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    schemas = {file.stem: json.loads(file.read_text()) for file in (source / "docs/formats/schema").glob("*.json")}
    wrong, used = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "class").mkdir()
        for text, file in [(GAME, "game.scratch"), (GAME, "class/a.scratch"), ("stage\n  nonsense", "class/b.scratch"), ("{", "broken.sb3"),
                           (SUITE, "suite.json"), (SCRIPT, "suite.js"), (PROPS, "game.props")]:
            (folder / file).write_text(text)
        examples = source / "examples"
        files = {"game": folder / "game.scratch", "folder": folder / "class", "missing": folder / "missing.sb3",
                 "broken": folder / "broken.sb3", "suite": folder / "suite.json", "script": folder / "suite.js",
                 "props": folder / "game.props", "new": folder / "new", "brain": examples / "brain-game/V3.scratch",
                 "brain_props": examples / "brain-game/brain-game.props",
                 "example_model": next(iter(sorted(examples.rglob("*.model"))), folder / "missing.model"),
                 "contracts": examples / "contracts/bank.scratch", "module": examples / "contracts/stack.js"}
        for case in CASES:
            files["witness"] = next(iter(sorted(folder.glob("new-witnesses/*.witness.json"))), folder / "missing.json")
            words = case.format(**files).split()
            done = subprocess.run([program] + words + ["--json"], capture_output=True, text=True, timeout=300,
                                  env={"PATH": "/usr/bin:/bin", "OUNCE_CACHE": str(folder / "cache")})
            command = words[0] if words[0] in schemas else "info"
            try:
                document = json.loads(done.stdout)
            except json.JSONDecodeError:
                wrong.append(f"ounce {case}: no JSON (exit code {done.returncode}): {done.stdout[:200]!r} {done.stderr[:300]}")
                continue
            found = problem(document, schemas[command], schemas[command])
            if ("error" in document) != (done.returncode == 2 and "projects" not in document):
                found = found or f"exit code {done.returncode}"
            if "error" not in document:
                used.add(command)
                # One shape, whether one project or many.
                if command != "completions" and "projects" not in document and words[1] not in (str(files["module"]), str(files["suite"])):
                    found = found or "there is no list of projects"
            if found:
                wrong.append(f"ounce {case}: {found}")
        shutil.rmtree(folder / "new-suites", ignore_errors=True)
    wrong += [f"no case shows what ounce {command} prints when all is well" for command in sorted(set(schemas) - used)]
    print("\n".join(wrong) + ("\n" if wrong else "") + f"{len(CASES)} documents, {len(wrong)} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
