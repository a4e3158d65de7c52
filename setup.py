"""Lists the packages: everything under app/, and resources/ as `engramma.resources`.

pyproject.toml holds all else; it cannot both search a folder and name one package beside it.
"""

from setuptools import find_packages, setup

RESOURCES = "engramma.resources"

setup(
    packages=[
        *find_packages("app"),
        RESOURCES,
        *(f"{RESOURCES}.{name}" for name in find_packages("resources")),
    ]
)
