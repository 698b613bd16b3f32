"""agrees.py NATIVE WASM_JS: the figures of every ready scenario, native against WebAssembly.

Decisions must be the same, numbers to 1e-12 relative."""
import subprocess
import sys

DECISIONS = {"valid", "verdict", "binding_wall"}
TOLERANCE = 1e-12


def figures(command):
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [(scenario, name, float(value)) for scenario, name, value in map(str.split, out.splitlines())]


def main():
    native, wasm = figures([sys.argv[1]]), figures(["node", sys.argv[2]])
    if len(native) < 100 or len(native) != len(wasm):
        sys.exit(f"{len(native)} native figures, {len(wasm)} in WebAssembly")
    wrong = 0
    for a, b in zip(native, wasm):
        allowed = 0 if a[1] in DECISIONS else TOLERANCE * abs(a[2])
        if a[:2] != b[:2] or abs(a[2] - b[2]) > allowed:
            wrong += 1
            print("native", a, "wasm", b)
    if wrong:
        sys.exit(f"{wrong} of {len(native)} figures differ")
    print(f"{len(native)} figures agree")


main()
