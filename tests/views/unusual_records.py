"""Steps of a training that no trainer would make: a view must not raise on any."""

from hypothesis import strategies as st

from minitok.steps import PairStep

symbols = st.text(st.characters(), max_size=3)
pairs = st.tuples(symbols, symbols)
steps = st.builds(
    PairStep,
    st.integers(0, 9),
    st.none() | pairs,
    st.none() | symbols,
    st.none() | st.integers(0, 99),
    st.integers(0, 99),
    st.floats(),
    st.lists(st.tuples(pairs, st.integers(0, 99), st.floats()), max_size=12).map(tuple),
    st.lists(st.tuples(st.lists(symbols, max_size=5).map(tuple), st.integers(0, 99)), max_size=3).map(tuple),
)
