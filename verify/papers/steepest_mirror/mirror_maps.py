"""How the mirror maps of deep products are attacked: derived rates against measured speeds."""

from numerics import product_speed
from theory.papers.steepest_mirror import mirror_maps
from verify.claims.meanings import Approximate, Formula
from verify.papers.steepest_mirror import plain

MEANINGS = {
    mirror_maps.CONTRIBUTION: (
        Formula(mirror_maps.contribution),
        Approximate(product_speed.velocity_of_one_factor),
    ),
    mirror_maps.VELOCITY: (
        Formula(mirror_maps.velocity),
        Approximate(product_speed.velocity_of_product),
    ),
    mirror_maps.AFTER_REST: (
        Formula(mirror_maps.after_rest),
        Approximate(product_speed.speed_after_rest),
    ),
    mirror_maps.BREGMAN: (Formula(mirror_maps.bregman), Approximate(product_speed.is_bregman)),
    mirror_maps.LEGENDRE: (Formula(mirror_maps.legendre), Approximate(product_speed.is_legendre)),
    mirror_maps.BREGMAN_SIDE: (
        Formula(mirror_maps.bregman_side),
        Approximate(product_speed.is_bregman_on_side),
    ),
    mirror_maps.LEGENDRE_SIDE: (
        Formula(mirror_maps.legendre_side),
        Approximate(product_speed.is_legendre_on_side),
    ),
    mirror_maps.EXPONENT: (
        Formula(mirror_maps.metric_exponent),
        Approximate(product_speed.exponent),
    ),
    mirror_maps.ONTO: (Formula(mirror_maps.onto), Approximate(product_speed.gradient_is_onto)),
}
PLAIN = {
    mirror_maps.AFTER_REST: plain.speed_after_rest,
    mirror_maps.BREGMAN: plain.bregman,
    mirror_maps.BREGMAN_SIDE: plain.bregman_on_side,
}
