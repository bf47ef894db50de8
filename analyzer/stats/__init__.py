"""Intervals and plans for sample sizes: integers in, estimates out (the numbered formulas of analyzer/DESIGN.md)."""

from analyzer.stats.estimate import KINDS, LEVEL, Estimate, exact, z_value
from analyzer.stats.means import (
    contrast,
    contrast_moments,
    covariance,
    histogram_sums,
    mean,
    mixture,
    quantile,
    share_mixture,
)
from analyzer.stats.planning import (
    PILOT_GAMES,
    bounded_variance_bound,
    conditional_variance_bound,
    contrast_sequence,
    detectable_difference,
    difference_variance_bound,
    games_needed,
    sequence_half_width,
    share_sequence,
    share_variance_bound,
    survivors,
)
from analyzer.stats.ratios import Worth, ladder_point, ratio, worth
from analyzer.stats.shares import conditional_difference, conditional_share, share, share_difference
from analyzer.stats.wording import difference_text, plus_minus, rounded, share_text

__all__ = [
    "KINDS",
    "LEVEL",
    "PILOT_GAMES",
    "Estimate",
    "Worth",
    "bounded_variance_bound",
    "conditional_difference",
    "conditional_share",
    "conditional_variance_bound",
    "contrast",
    "contrast_moments",
    "contrast_sequence",
    "covariance",
    "detectable_difference",
    "difference_text",
    "difference_variance_bound",
    "exact",
    "games_needed",
    "histogram_sums",
    "ladder_point",
    "mean",
    "mixture",
    "plus_minus",
    "quantile",
    "ratio",
    "rounded",
    "sequence_half_width",
    "share",
    "share_difference",
    "share_mixture",
    "share_sequence",
    "share_text",
    "share_variance_bound",
    "survivors",
    "worth",
    "z_value",
]
