"""What `fescue capture` says at its end: how many pictures, how long, how large, and what was stopped."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

from overlay.capture.runner import Run
from overlay.capture.verify import Stale
from overlay.capture.writing import Written


def summary(run: Run, written: Written, folder: Path) -> Iterator[str]:
    """Return the last lines of a run.

    Args:
        run: what was taken.
        written: what changed in the folder.
        folder: where it was written to.
    """
    if run.taken:
        sizes = {one.shot.id: len(one.picture.data) for one in run.taken}
        seconds = {shot: run.seconds[shot] for shot in sizes}
        slowest, largest = max(seconds, key=seconds.__getitem__), max(sizes, key=sizes.__getitem__)
        count = "1 screenshot" if len(sizes) == 1 else f"{len(sizes)} screenshots"
        yield (
            f"{count} taken, {median(seconds.values()):.1f} s each (median; slowest {slowest} with "
            f"{seconds[slowest]:.1f} s), {_size(sum(sizes.values()))} in all (largest {largest} with "
            f"{_size(sizes[largest])})."
        )
    parts = [f"{written.same} as before"]
    parts += [f"{len(written.changed)} files written to {folder}"] if written.changed else []
    parts += [f"{len(written.removed)} removed"] if written.removed else []
    parts += [f"{len(run.problems)} could not be taken"] if run.problems else []
    yield ", ".join(parts) + "."


def stopped_words(run: Run) -> str:
    """Say which requests were stopped, so that somebody sees what the app wanted to save or could not read."""
    if not run.stopped:
        return "The app was only looked at: no page tried to send anything."
    listed = sorted(run.stopped.items(), key=lambda pair: (-pair[1], pair[0]))
    named = ", ".join(f"{name} ({times} times)" if times > 1 else name for name, times in listed[:8])
    more = f" and {len(listed) - 8} others" if len(listed) > 8 else ""
    return (
        f"The app was only looked at; stopped before it was sent: {named}{more}. If a picture lacks data because of "
        "that, add the path to 'reads_by_post' in [capture] of manual/pack.toml."
    )


def run_json(run: Run, written: Written | None) -> str:
    """Write a run for a machine; `written` is None when no picture was kept."""
    taken = [
        {"id": one.shot.id, "seconds": round(run.seconds[one.shot.id], 2), "bytes": len(one.picture.data)}
        for one in run.taken
    ]
    failed = [
        {"id": p.shot.id, "file": p.shot.file, "line": p.shot.line, "kind": p.trouble.value, "message": p.words}
        for p in run.problems
    ]
    changed, removed = (written.changed, written.removed) if written else ((), ())
    files = {"changed": changed, "removed": removed}
    return _json({"kept": written is not None, "taken": taken, "failed": failed, **files, "stopped": run.stopped})


def stale_json(stale: Iterable[Stale], looked_at: int) -> str:
    """Write a comparison for a machine."""
    found = [{"id": s.shot, "zone": s.zone or None, "kind": s.change.value, "message": s.words} for s in stale]
    return _json({"looked_at": looked_at, "stale": found})


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _size(count: int) -> str:
    return f"{count / 1_000_000:.1f} MB" if count >= 1_000_000 else f"{count / 1000:.0f} kB"
