"""`python -m is_bench_eval` is `is-bench`."""

import sys

from is_bench_eval.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
