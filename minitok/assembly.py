"""The parts of a tokenizer, together, and what has been computed from them."""

from typing import TYPE_CHECKING, Any

from minitok.added_tokens import AddedTokens, AddedTokenSplitter
from minitok.advice import advice
from minitok.cache import IdsOfWords, TokensOfWords
from minitok.decoders import Decoder
from minitok.encoding import Padding, Truncation
from minitok.models import Model
from minitok.normalizers import Normalizer
from minitok.policy import Policy
from minitok.pre_tokenizers import PreTokenizer
from minitok.processors import PostProcessor
from minitok.validation import check_type


class Computed:
    """What has been computed from the parts of a tokenizer, so far.

    A tokenizer that gets another part gets a new `Computed`. Read `computed` before the
    parts, so that a thread working with old parts stores its results in the old
    `Computed`.
    """

    def __init__(self) -> None:
        self.splitters: dict[
            frozenset[str] | None, tuple[AddedTokenSplitter, AddedTokenSplitter]
        ] = {}
        self.policies: dict[tuple[Any, Any, bool], Policy] = {}
        self.ids_of_words: dict[frozenset[int], IdsOfWords] = {}
        self.tokens_of_words: dict[frozenset[int], TokensOfWords] = {}
        self.bytes_of_ids: dict[int, bytes] | None = None
        self.with_user_defined: Parts | None = None  # for chats


class Parts:
    """The exchangeable parts of a tokenizer, and what has been computed from them."""

    model: Model
    normalizer: Normalizer | None = None
    pre_tokenizer: PreTokenizer | None = None
    post_processor: PostProcessor | None = None
    decoder: Decoder | None = None
    truncation: Truncation | None = None
    padding: Padding | None = None
    added_tokens: AddedTokens = AddedTokens()
    special_tokens_map: dict  # type: ignore[type-arg]  # {"eos_token": "<|end|>"}
    chat_template: str | None = None

    if TYPE_CHECKING:
        computed: Computed  # no part: `exchange` makes it

    def __init__(self, model: Model) -> None:
        self.model = model
        self.special_tokens_map = {}

    def __setattr__(self, name: str, value: Any) -> None:
        """Exchange a part, and forget what has been computed from the parts."""
        kinds = Parts.__annotations__  # the type of each part
        if name not in kinds:
            way = advice(name, f"its parts are {', '.join(kinds)}")
            raise AttributeError(f"a Tokenizer has no {name!r}: {way}")
        self.exchange({name: check_type(value, kinds[name], name)})

    def exchange(self, parts: dict[str, Any]) -> None:
        """Exchange several parts at once, and `computed` after them."""
        vars(self).update(parts)
        vars(self)["computed"] = Computed()

    def __getstate__(self) -> dict[str, Any]:
        """Give copies a `computed` and a `special_tokens_map` of their own."""
        state = dict(vars(self))
        state["computed"] = Computed()
        state["special_tokens_map"] = dict(self.special_tokens_map)
        return state
