"""Stands in the way of a library that takes two seconds to import: every process of the tests imports jsonschema."""

raise ImportError("jsonschema does without it")
