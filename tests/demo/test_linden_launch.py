"""Linden as a process: what it prints, what it leaves behind, how it ends."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]


def start(*arguments):
    command = [sys.executable, "-m", "overlay.demo", "--resources", str(ROOT / "resources"), *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_it_says_how_to_get_in_and_ends_cleanly():
    process = start()
    try:
        ready = json.loads(process.stdout.readline())
        database = Path(ready["database"])
        assert database.is_file()
        people = {"mara.lind", "ines.ortega", "tom.becker", "nadia.petrov"}
        assert set(ready["sign_in"]) == set(ready["tokens"]) == people
        headers = {"authorization": f"Bearer {ready['tokens']['tom.becker']}"}
        with httpx.Client(base_url=ready["origin"], follow_redirects=True) as client:
            assert client.get("/api/me", headers=headers).json()["id"] == "tom.becker"
            page = client.get(ready["sign_in"]["mara.lind"], params={"next": "/leave"})
            assert page.url.path == "/leave"
            assert "server" not in page.headers
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=15)
    assert process.returncode == 0
    assert (out, err) == ("", "")
    assert not database.exists()


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_it_goes_with_its_parent():
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    process = start("--parent-pid", str(parent.pid))
    assert json.loads(process.stdout.readline())["origin"]
    parent.communicate(b"\n", timeout=10)
    assert process.wait(timeout=15) == 0
    process.communicate()


def test_a_busy_port_is_one_clear_line():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = start("--port", str(taken.getsockname()[1]))
        out, err = process.communicate(timeout=15)
    assert process.returncode == 3
    assert out == ""
    assert err.count("\n") == 1
    assert "cannot be used" in err


def test_missing_resources_are_one_clear_line(tmp_path):
    command = [sys.executable, "-m", "overlay.demo", "--resources", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=15, check=False)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
