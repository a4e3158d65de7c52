"""The host as a process: started on need, shared, detached, and none the worse for being killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil
import pytest
from tests.embedding.host_processes import MakeEmbedder, eventually, hosts_of

from engramma.embedding import EmbeddingUnavailableError
from engramma.embedding.client import HostEmbedder
from engramma.embedding.hashing import HashingEmbedder
from engramma.embedding.runtime import meeting_place

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")

ASK = """
import sys
from engramma.embedding.client import HostEmbedder
embedder = HostEmbedder("hashing", scope=sys.argv[1], idle_seconds=60)
embedder.model(patience=30)
print(embedder.host_pid())
"""


def test_all_who_ask_share_one_host(make_embedder: MakeEmbedder, runtime: Path) -> None:
    asking = [
        subprocess.Popen([sys.executable, "-c", ASK, runtime.name], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    pids = {process.communicate(timeout=60)[0].strip() for process in asking}
    own = make_embedder()
    own.model(patience=30)
    assert pids == {str(own.host_pid())}
    # Those that came second may still be starting; each leaves as soon as it finds the lock taken.
    folder = meeting_place("hashing", scope=runtime.name).folder
    assert eventually(lambda: len(hosts_of(folder)) == 1)
    assert [host.pid for host in hosts_of(folder)] == [own.host_pid()]


def test_the_host_outlives_its_starter_in_a_session_of_its_own(
    make_embedder: MakeEmbedder, runtime: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASK, runtime.name], capture_output=True, text=True, check=True, timeout=60
    )
    pid = int(done.stdout)
    assert os.getsid(pid) != os.getsid(0)
    assert make_embedder().host_pid() == pid


def test_a_killed_host_comes_back_and_nothing_is_lost(make_embedder: MakeEmbedder) -> None:
    embedder = make_embedder()
    embedder.model(patience=30)
    texts = [f"{'some words ' * 20}{number}" for number in range(6_000)]
    pids: list[int] = []
    done = threading.Event()

    def kill_now_and_then() -> None:
        other = make_embedder()
        while not done.wait(0.3):
            try:
                pid = other.host_pid()
            except EmbeddingUnavailableError:
                continue
            pids.append(pid)
            os.kill(pid, signal.SIGKILL)
            if len(pids) == 2:
                return

    killing = threading.Thread(target=kill_now_and_then)
    killing.start()
    rows = embedder.embed(texts)
    done.set()
    killing.join()
    assert np.array_equal(rows, HashingEmbedder().embed(texts))
    assert pids
    assert embedder.host_pid() not in pids


def test_a_stopped_host_holds_up_nobody(make_embedder: MakeEmbedder) -> None:
    embedder = make_embedder()
    embedder.model(patience=30)
    pid = embedder.host_pid()
    os.kill(pid, signal.SIGSTOP)
    assert eventually(lambda: psutil.Process(pid).status() == psutil.STATUS_STOPPED)
    started = time.monotonic()
    for _time in range(30):
        with pytest.raises(EmbeddingUnavailableError):
            embedder.embed_query("anyone?", patience=0.1)
    assert time.monotonic() - started < 20
    os.kill(pid, signal.SIGCONT)
    assert embedder.embed_query("anyone?", patience=10).shape == (128,)


def test_a_question_before_the_host_is_there_is_refused_in_time(make_embedder: MakeEmbedder) -> None:
    embedder = make_embedder()
    started = time.monotonic()
    with pytest.raises(EmbeddingUnavailableError, match="words alone") as caught:
        embedder.embed_query("hello?", patience=0.0)
    assert time.monotonic() - started < 5
    assert caught.value.loading
    assert eventually(embedder.ready)
    assert embedder.embed_query("hello?").shape == (128,)


def test_an_idle_host_goes_and_the_next_question_starts_another(make_embedder: MakeEmbedder) -> None:
    embedder = make_embedder(idle_seconds=0.5)
    pid = embedder.host_pid()
    assert eventually(lambda: not psutil.pid_exists(pid) or is_zombie(pid))
    assert embedder.embed(["again"]).shape == (1, 128)


def is_zombie(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_a_host_that_is_asked_to_leave_leaves(make_embedder: MakeEmbedder) -> None:
    embedder = make_embedder()
    assert not embedder.awake(), "asking whether it is awake starts none"
    pid = embedder.host_pid()
    assert embedder.awake()
    embedder.stop_host()
    assert eventually(lambda: is_zombie(pid))
    assert not embedder.awake()
    make_embedder().stop_host()


def test_without_the_libraries_it_says_what_to_install(
    runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engramma.embedding.client.is_installed", lambda: False)
    embedder = HostEmbedder("all-MiniLM-L6-v2", scope=runtime.name)
    with pytest.raises(EmbeddingUnavailableError, match=r"engramma\[embeddings\]") as caught:
        embedder.embed_query("hello?")
    assert not caught.value.loading
    embedder.close()
