# What is said of an arch's matrix arithmetic is what its models' labels say: each model under its own label, none
# left out, and "not public" exactly where no label is better than hypothesis.
. "${EXPECT:?}"
run list models --json
expect_code 0
mv out models
run list archs --json
expect_code 0
mv out archs
expect python3 - models archs <<'PYTHON'
import collections, json, sys
models, archs = (json.load(open(name)) for name in sys.argv[1:])
labels = collections.defaultdict(dict)
for model in models:
    if "description" in model:  # units have none
        labels[model["arch"]][model["name"]] = model["label"]
assert len(archs) >= 2
for arch in archs:
    said, has = arch["matrix_arithmetic"], labels[arch["name"]]
    parts = said.removeprefix("not public; ").split("; ")
    found = {name: part.split(": ")[0] for part in parts for name in part.split(": ")[1].split(", ")}
    assert found == has, (said, has)
    assert said.startswith("not public; ") == (set(has.values()) == {"hypothesis"}), said
PYTHON
# The arch that was measured, and one that was not.
run list archs
expect_out '^    matrix_arithmetic  measured: cdna3; inferred: cdna3_v1, cdna3_v2a, cdna3_khattak$'
expect_out '^    matrix_arithmetic  not public; hypothesis: exact, fma_post, '
