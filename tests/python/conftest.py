"""All tests of the Python package: `pytest tests/python`, where it is installed. What an optional package is needed for is
skipped without it, in so many words."""
pytest_plugins = ["pytester"]
