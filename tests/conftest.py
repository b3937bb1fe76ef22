import os

from hypothesis import settings

settings.register_profile("quick", max_examples=50, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=500, derandomize=True, deadline=None)
settings.load_profile("thorough" if os.environ.get("CI") == "true" else "quick")
