#!/usr/bin/env python3
"""The command line as a script sees it: exit codes, messages, JSON. Usage: cli_test.py BIN SCHEMA FIXTURES"""
import json
import os
import subprocess
import sys
import tempfile

BIN, SCHEMA, FIXTURES = sys.argv[1:4]
failures = []


def run(*args, stdin=None):
    done = subprocess.run([BIN, *args], input=stdin, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def check(what, ok, detail=""):
    print(("ok    " if ok else "FAIL  ") + what)
    if not ok:
        failures.append(what)
        print("      " + str(detail)[:2000])


def matches(schema, value, path="$"):
    """The parts of JSON Schema that the published schema uses."""
    if schema is False:
        return [path + ": must be absent"]
    errors = []
    if "const" in schema and value != schema["const"]:
        errors.append(f"{path}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        errors.append(f"{path}: {value!r} is not one of {schema['enum']}")
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "number": (int, float), "integer": int}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind in ("number", "integer") and isinstance(value, bool))):
        return errors + [f"{path}: {value!r} is no {kind}"]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        errors += [f"{path}.{key}: missing" for key in schema.get("required", []) if key not in value]
        for key, item in value.items():
            if key in known:
                errors += matches(known[key], item, f"{path}.{key}")
            elif schema.get("additionalProperties") is False:
                errors.append(f"{path}.{key}: not in the schema")
    if isinstance(value, list):
        for i, item in enumerate(value):
            errors += matches(schema.get("items", {}), item, f"{path}[{i}]")
    if "if" in schema:
        errors += matches(schema["then" if not matches(schema["if"], value) else "else"], value, path)
    return errors


schema = json.load(open(SCHEMA))
presets = [p["id"] for p in json.loads(run("catalog", "presets", "--json")[1])["presets"]]
first = presets[0]

# Usage.
check("no command is bad usage", run()[0] == 2)
check("--help is not", run("--help")[0] == 0)
code, _, err = run("evalute")
check("a mistyped command names the nearest", code == 2 and "did you mean evaluate" in err, err)
for command in ("evaluate", "url", "convert", "rules", "catalog"):
    code, out, _ = run(command, "--help")
    check(f"{command} --help", code == 0 and out.startswith(f"usage: threewall {command}"), out)
check("an unknown option is bad usage", run("evaluate", first, "--frobnicate")[0] == 2)
check("no scenario is bad usage", run("evaluate")[0] == 2)

# Every ready scenario evaluates, to the published schema.
for preset in presets:
    code, out, err = run("evaluate", preset, "--json")
    errors = matches(schema, json.loads(out))
    check(f"{preset} follows the schema", code in (0, 1) and not errors and not err, (errors, err))
code, out, err = run("evaluate", first)
check("the first ready scenario fits", code == 0 and "FITS" in out and "MFU" in out, out + err)

# A scenario travels through link, JSON and standard input unchanged.
link = run("url", first)[1].strip()
check("a link starts with its version", link.startswith("#1;m="), link)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "scenario.json")
    link_file = os.path.join(folder, "link.txt")
    open(link_file, "w").write("https://wiki.example/threewall/" + link + "\n")
    code, text, err = run("convert", "--from", "threewall", link_file)
    check("a link converts to JSON", code == 0 and json.loads(text)["version"] == 1, err)
    open(path, "w").write(text)
    check("and back to the same link", run("url", path)[1].strip() == link)
    check("also from standard input", run("url", "-", stdin=text)[1].strip() == link)
    check("the results are the same", run("evaluate", path, "--json")[1] == run("evaluate", link, "--json")[1])

    # What is wrong in a file is reported with its line.
    lines = text.split("\n")
    at = next(i for i, l in enumerate(lines) if '"tensor_parallel"' in l)
    lines[at] = '"tensor_parallel": 0,'
    open(path, "w").write("\n".join(lines))
    code, out, err = run("evaluate", path)
    check("a wrong value gives file:line and what would be right", code == 1 and err.startswith(f"{path}:{at + 1}: ") and "whole number from 1" in err
          and out == "", err)
    code, out, _ = run("evaluate", path, "--json")
    check("and no numbers in JSON", code == 1 and not matches(schema, json.loads(out)) and json.loads(out)["valid"] is False, out)
    open(path, "w").write("{ not json")
    check("broken JSON", run("evaluate", path)[0] in (1, 2) and f"{path}:1: " in run("evaluate", path)[2], run("evaluate", path)[2])
    open(path, "w").write("x" * 10_000_000)
    code, _, err = run("evaluate", path)
    check("10 MB of text are refused", code == 2 and "MiB" in err, err[:300])
    open(path, "w").write('{"model_type":"vit","image_size":224,"hidden_size":768}')
    code, _, err = run("convert", "--from", "huggingface", path)
    check("a vision model's config.json is refused", code == 2 and "vision" in err, err)
    check("a folder is unreadable", run("evaluate", folder)[0] == 2)
check("a missing file is unreadable", run("convert", "--from", "huggingface", "/no/such/file")[0] == 2)
check("an unknown name is unreadable", run("evaluate", "no-such-scenario")[0] == 2)
code, _, err = run("evaluate", link[:9])
check("a link cut short is reported", code != 0 and err != "", err)
code, _, err = run("evaluate", "#9" + link[2:])
check("an unknown version of a link is reported", code == 1 and "version" in err, err)

# --set.
code, out, err = run("evaluate", first, "--set", "mbs=0")
check("--set out of range", code == 2 and "plan.micro_batch_size" in err, err)
check("--set of an unknown input names the nearest", "did you mean" in run("evaluate", first, "--set", "plan.tensor_paralel=8")[2])
check("--set without a value", run("evaluate", first, "--set", "tp")[0] == 2)
check("--set changes the link", ";seq=1024" in run("url", first, "--set", "workload.sequence_length=1024")[1])
check("--set takes units", ";tok=1.5e13" in run("url", first, "--set", "tok=15T")[1])
code, out, _ = run("evaluate", first, "--json", "--set", "tp=3")
check("a broken rule gives findings and exit code 1", code == 1 and json.loads(out)["findings"] and not matches(schema, json.loads(out)), out)
code, out, _ = run("evaluate", first, "--json", "--set", "dm=1e9")
check("what does not fit gives numbers and exit code 1", code == 1 and json.loads(out)["verdict"] == "does_not_fit", out[:300])

# Hugging Face.
for name, layers in (("llama-3.1-405b", 126), ("deepseek-v3", 61)):
    config = os.path.join(FIXTURES, name + ".json")
    code, out, err = run("convert", "--from", "huggingface", config, "--to", "threewall")
    check(f"{name}'s config.json converts", code == 0 and json.loads(out)["model"]["layers"] == layers, err)
    check(f"{name}'s config.json can be evaluated as it is", run("evaluate", config)[0] in (0, 1))
# The files' models on the clusters and plans of their reports give what the catalog's models give.
for name, preset in (("llama-3.1-405b", "llama3.1-405b-h100"), ("deepseek-v3", "deepseek-v3-h800")):
    config = os.path.join(FIXTURES, name + ".json")
    code, out, err = run("evaluate", preset, "--json", "--set", "model=" + config)
    own, listed = json.loads(out), json.loads(run("evaluate", preset, "--json")[1])
    same = all(abs(own[k] / listed[k] - 1) < 1e-3 for k in ("step_time_s", "peak_memory_bytes")) if own["valid"] else False
    check(f"{name}'s config.json on its report's cluster", code == 0 and same, (err, own.get("step_time_s"), listed.get("step_time_s")))
check("--from needs a known format", run("convert", "--from", "gguf", "x")[0] == 2)

# Lists.
rules = json.loads(run("rules", "--json")[1])
check("every rule has a source", len(rules) > 10 and all(r["id"] and r["what"] and r["source"] for r in rules), rules)
catalog = json.loads(run("catalog", "--json")[1])
check("the catalog lists everything", all(catalog[k] for k in ("models", "devices", "fabrics", "stacks", "presets")))
check("fields are listed when asked for", "plan.tensor_parallel" in run("catalog", "fields")[1])

print(f"{len(failures)} failed")
sys.exit(1 if failures else 0)
