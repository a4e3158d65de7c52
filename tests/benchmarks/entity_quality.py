"""Measures the entity finder on the labelled statements: precision and recall, overall and by language.

    python -m tests.benchmarks.entity_quality [--held-out] [--errors]

A name counts as found when it is the labelled one but for case; types are counted of those that were found.
"""

from __future__ import annotations

import argparse

from tests.theory.entities.entity_words import found, labelled, rates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--held-out", action="store_true", help="The part that was written for a final figure."
    )
    parser.add_argument("--errors", action="store_true", help="Show every statement that is read otherwise.")
    given = parser.parse_args()
    lines = [line for line in labelled() if (line.split == "held_out") is given.held_out]
    for language in ("", "en", "de", "es", "fr", "zh"):
        part = [line for line in lines if not language or line.lang == language]
        precision, recall = rates(part)
        print(
            f"{language or 'all':4}{len(part):5} statements   precision {precision:.3f}   recall {recall:.3f}"
        )
    right = alike = 0
    for line in lines:
        got = found(line.text)
        for name in got.keys() & line.entities.keys():
            right += 1
            alike += got[name] == line.entities[name]
        if given.errors and got != line.entities:
            print(f"{line.id} {line.text}\n     labelled {line.entities}\n     found    {got}")
    print(f"types: {alike} of {right}")


if __name__ == "__main__":
    main()
