"""`fescue bench`: figures of this machine at this moment; ratios within one run are what can be compared."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

Figures = dict[str, float]


def run_benches(what: str | None, *, as_json: bool, questions: Path | None) -> int:
    """Measure and print.

    Args:
        what: one bench, or None for all.
        as_json: print one flat object instead of lines.
        questions: the question file of the search bench; the demo pack's by default.

    Raises:
        FescueError: something needed for a bench is missing.
    """
    from overlay.app.bench_overhead import bench_overhead
    from overlay.app.bench_search import bench_search
    from overlay.app.bench_start import bench_start
    from overlay.app.bench_tokens import bench_tokens
    from overlay.app.bench_turn import bench_first_word

    def render() -> Figures:
        from overlay.ui.bench_render import bench_render_all

        return bench_render_all()

    benches: dict[str, Callable[[], Figures]] = {
        "start": bench_start,
        "first-word": bench_first_word,
        "render": render,
        "search": lambda: bench_search(questions),
        "tokens": bench_tokens,
        "overhead": bench_overhead,
    }
    figures: Figures = {}
    for name in [what] if what else benches:
        found = benches[name]()
        figures |= found
        if not as_json:
            sys.stdout.writelines(f"{key:34} {value:10.3f}\n" for key, value in found.items())
            sys.stdout.flush()
    if as_json:
        sys.stdout.write(json.dumps(figures, indent=1) + "\n")
    return 0
