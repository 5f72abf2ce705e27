"""``make bench``: print what the engine costs beside what a bare loop costs, in one run.

Each figure is a ratio or a number of seconds on this machine, now; nothing is asserted. The
database is SQLite, or what ``DATABASE_URL`` names (a new one is made beside it).
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

from django.db import connection

from tests.benchmarks import world
from tests.benchmarks.answered import answered_session
from tests.benchmarks.children import Measured, run_all
from tests.benchmarks.distribution import bare_tuples, distributed
from tests.benchmarks.evaluators import answered_by_crowd, crowd, lost_or_twice
from tests.benchmarks.imports import FORMS, brought_in, written_bare
from tests.benchmarks.pillar_page import looks_at_pillars
from tests.benchmarks.throughput import through_a_bare_loop, through_the_engine, write_bodies
from tests.fake_llm.process import FakeLLM

LATENCY_MS = 200


class Bench:
    """The benchmarks on one database and one fake server."""

    def __init__(self, fake: FakeLLM) -> None:
        self._fake = fake
        self._actor, self._model = world.set_up(fake.base_url)

    def against_a_bare_loop(self, calls: int, rounds: int, folder: Path) -> None:
        """(a) The same bodies through the engine, in one process and in two, and through a bare loop."""
        print(f"\n(a) {calls} calls of {LATENCY_MS} ms, {world.CALLS_AT_ONCE} in flight, {rounds} round(s)")
        bodies = folder / "bodies.jsonl"
        write_bodies(world.queued_session(self._actor, self._model, calls=calls), bodies)
        times: dict[str, list[float]] = {"bare loop": [], "one process": [], "two processes": []}
        for number in range(1, rounds + 1):
            bare = self._served(lambda: through_a_bare_loop(bodies, self._fake.base_url))
            one, two = (self._engine(calls, workers) for workers in (1, 2))
            for name, measured in zip(times, (bare, one, two), strict=True):
                times[name].append(measured.seconds)
            print(f"  round {number}: the bare loop {_rate(bare, calls)}")
            for name, measured in (("one process", one), ("two processes", two)):
                ratio = measured.seconds / bare.seconds
                print(f"           {name} {_rate(measured, calls)}: {ratio:.2f} times the bare loop")
        base = median(times["bare loop"])
        for name in ("one process", "two processes"):
            print(f"  {name}: {median(times[name]) / base:.2f} times the bare loop (medians)")

    def memory(self, calls: int) -> None:
        """Memory of the draining process at N and at twice N."""
        print(f"\n    memory of one draining process at {calls} and {2 * calls} calls without latency")
        once, twice = (self._engine(number, 1, latency_ms=0) for number in (calls, 2 * calls))
        print(
            f"  {once.peak_mb:.0f} MB, then {twice.peak_mb:.0f} MB ({twice.peak_mb / once.peak_mb:.2f} times)"
        )

    def with_refusals(self, calls: int) -> None:
        """(b) A fifth of all calls is answered 429 without Retry-After."""
        print(f"\n(b) {calls} calls of {LATENCY_MS} ms, a fifth answered 429 without Retry-After")
        without = self._engine(calls, 1)
        fault = {"kind": "rate_limit", "when": {"share": 0.2, "seed": 1}}
        refused = self._engine(calls, 1, faults=[fault])
        made = self._fake.summary()["count"]
        print(
            f"  {without.seconds:.1f} s without, {refused.seconds:.1f} s with ({made} calls made): "
            f"{refused.seconds / without.seconds:.2f} times; all done"
        )

    def short_session(self) -> None:
        """(c) 500 calls of 200 ms."""
        print(f"\n(c) 500 calls of 200 ms, {world.CALLS_AT_ONCE} in flight")
        print(f"  one process: {self._engine(500, 1).seconds:.1f} s")
        print(f"  two processes: {self._engine(500, 2).seconds:.1f} s")

    def results(self, calls: int) -> None:
        """(d) Results of many comparisons with much reasoning."""
        print(f"\n(d) results of {calls} comparisons with 4,000 characters of reasoning")
        session = answered_session(self._actor, self._model, calls=calls, reasoning_chars=4000)
        for name, path in (
            ("page", f"/judge/session/{session.pk}/results"),
            ("API", f"/api/judge/sessions/{session.pk}/results"),
            ("export as CSV", f"/api/judge/sessions/{session.pk}/export/csv"),
            ("export as JSON", f"/api/judge/sessions/{session.pk}/export/json"),
        ):
            seen = run_all(["tests.benchmarks.results_page", str(session.pk), path])
            print(f"  {name}: {seen.seconds:.2f} s, process at most {seen.peak_mb:.0f} MB")

    def distribution(self, people: int, items: int, overlap: int) -> None:
        """(e) Many items distributed among many people."""
        print(f"\n(e) {items} items distributed among {people} people, {overlap} an item")
        seconds, bare = (make(people, items, overlap) for make in (distributed, bare_tuples))
        print(f"  {seconds:.2f} s: {seconds / bare:.1f} times a bare loop that makes as many tuples")

    def evaluators(self, people: int, answers: int) -> None:
        """(f) Many evaluators at once on one scenario."""
        print(f"\n(f) {people} evaluators at once, {answers} answers each, on a real server")
        scenario, users = crowd(self._actor, people=people, answers=answers)
        load = answered_by_crowd(scenario, users, answers=answers)
        lost, twice = lost_or_twice(scenario, expected=people * answers)
        for kind in ("draft", "answer", "bare"):
            print(f"  {kind}: median {load.median(kind):.0f} ms, p95 {load.p95(kind):.0f} ms")
        ratio = load.p95("answer") / load.p95("bare")
        print(f"  p95 of an answer: {ratio:.1f} times that of a view that saves one row")
        print(f"  lost {lost}, twice {twice}, refused {len(load.refused)} {load.refused[:3]}")

    def pillar_page(self, few: int, many: int) -> None:
        """(g) The page of a small pillar and of a large one."""
        print(f"\n(g) the page of a pillar with {few} threads, and with {many}")
        small, large = looks_at_pillars(self._actor, few, many)
        for name, first, second in zip(small, small.values(), large.values(), strict=True):
            times = f"{1000 * first.seconds:.0f} ms and {1000 * second.seconds:.0f} ms"
            queries = f"{first.queries} and {second.queries} queries"
            print(f"  {name}: {times}: {second.seconds / first.seconds:.2f} times; {queries}")

    def imports(self, messages: int, megabytes: int, folder: Path) -> None:
        """(h) Files of many messages imported, and large files of each form."""
        chars = 500
        print(f"\n(h) {messages} messages of {chars} characters imported, in one transaction")
        bare = written_bare(messages, chars)
        print(f"  bulk_create alone: {bare.seconds:.1f} s")
        for form in FORMS:
            measured, size = brought_in(form, messages, chars, folder)
            ratio = measured.seconds / bare.seconds
            print(
                f"  {form} of {size / 1e6:.0f} MB: {measured.seconds:.1f} s, {ratio:.2f} times bulk_create; "
                f"process at most {measured.peak_mb:.0f} MB"
            )
        for form in FORMS:
            large, size = brought_in(form, messages, megabytes * 1_000_000 // messages, folder)
            seen = f"{large.seconds:.1f} s, process at most {large.peak_mb:.0f} MB"
            print(f"  {form} of {size / 1e6:.0f} MB: {seen}")

    def _engine(
        self, calls: int, workers: int, *, latency_ms: int = LATENCY_MS, faults: list[object] | None = None
    ) -> Measured:
        session = world.queued_session(self._actor, self._model, calls=calls, workers=workers)
        run = lambda: through_the_engine(session)  # noqa: E731
        return self._served(run, latency_ms=latency_ms, faults=faults)

    def _served(
        self,
        run: Callable[[], Measured],
        *,
        latency_ms: int = LATENCY_MS,
        faults: list[object] | None = None,
    ) -> Measured:
        self._fake.reset()
        self._fake.script(judge="longer", latency_ms=latency_ms, keep_bodies=False, faults=faults or [])
        return run()


def _rate(measured: Measured, calls: int) -> str:
    return (
        f"{measured.seconds:.1f} s ({calls / measured.seconds:.0f}/s, "
        f"{1000 * measured.cpu_s / calls:.1f} ms of processor time a call)"
    )


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("-n", "--calls", type=int, default=5000, help="calls of (a); default 5000")
    parser.add_argument("--rounds", type=int, default=1, help="how often (a) is measured; default 1")
    parser.add_argument("--refused-calls", type=int, default=1000, help="calls of (b); default 1000")
    parser.add_argument("--results", type=int, default=10_000, help="comparisons of (d); default 10000")
    parser.add_argument("--only", default="abcdefgh", help="letters of what to run; default abcdefgh")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, world.own_database(), FakeLLM(keep_bodies=False) as fake:
        bench = Bench(fake)
        print(f"Database: {connection.vendor}")
        if "a" in wanted.only:
            bench.against_a_bare_loop(wanted.calls, wanted.rounds, Path(folder))
            bench.memory(wanted.calls)
        if "b" in wanted.only:
            bench.with_refusals(wanted.refused_calls)
        if "c" in wanted.only:
            bench.short_session()
        if "d" in wanted.only:
            bench.results(wanted.results)
        if "e" in wanted.only:
            bench.distribution(people=200, items=20_000, overlap=3)
        if "f" in wanted.only:
            bench.evaluators(people=100, answers=5)
        if "g" in wanted.only:
            bench.pillar_page(200, 20_000)
        if "h" in wanted.only:
            bench.imports(messages=100_000, megabytes=200, folder=Path(folder))


if __name__ == "__main__":
    main()
