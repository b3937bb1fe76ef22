import os

from hypothesis import settings
from published_vocabularies import use_shared_caches

use_shared_caches()  # before a library that reads where its cache is

settings.register_profile("quick", max_examples=25, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=100, derandomize=True, deadline=None)
settings.load_profile("thorough" if os.environ.get("MINITOK_THOROUGH") else "quick")
