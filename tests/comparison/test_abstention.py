"""The abstention set: how sure the best hit looks where nothing answers."""

from reviewer.comparison import abstention


def test_confident_hits_are_counted_from_the_declared_threshold() -> None:
    """Confident hits are counted from the declared threshold on."""
    found = abstention({"a": 0.2, "b": 0.5, "c": 0.61, "d": None}, threshold=0.5)
    assert (found.queries, found.silent, found.confident) == (4, 1, ("b", "c"))
    assert found.quantiles[0] == 0.2
    assert found.quantiles[2] == 0.5


def test_without_a_threshold_nothing_is_called_confident() -> None:
    """Without a declared threshold nothing is called confident, and none is fitted."""
    assert abstention({"a": 0.9}).confident is None
    assert abstention({}).quantiles == ()
