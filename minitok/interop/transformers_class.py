"""The class of `to_transformers`, apart, since it needs `transformers`."""

from transformers import PreTrainedTokenizerFast as TokenizersBackend


class PreTrainedTokenizerFast(TokenizersBackend):
    """As in transformers 5, but saved by the name that transformers 4 knows, too."""
