"""The notation of section 4 and appendix E: networks of products, their Hessians and eigenvectors.

A network of n parameters is looked at through one or two of its parameters and the product of all
others, which is what derivatives in these two depend on; so a statement is about every n.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.claim import Source
from theory.language import Each, Head, eq, function, integers, reals, sequence
from theory.notation import Named
from theory.quantifiers import Every

SECTION_4 = Source("section 4.1.2")
APPENDIX_E_1 = Source("", "appendix E.1")
APPENDIX_E_2 = Source("", "appendix E.2")
APPENDIX_E_4 = Source("", "appendix E.4")
APPENDIX_E_5 = Source("", "appendix E.5")
APPENDIX_E_6 = Source("", "appendix E.6")
APPENDIX_E_7 = Source("", "appendix E.7")

t1, t2, dz, ddz = reals("t1 t2 dz ddz")  # dz, ddz: z' and z'' at t1 t2
i, j, k, n = integers("i j k n")
eps = reals("epsilon")
eta = reals("eta")
beta, beta_next = reals("beta beta_{t+1}")
phi1, phi2 = reals("phi_1 phi_2")
theta_star, label = reals("Theta^* y_label")
dz_next, ddz_next = reals("dz_{t+1} ddz_{t+1}")  # z' and z'' after a step
smaller, larger = reals("eta_low eta_high")  # two learning rates
ti, tj, others = reals("vartheta_i vartheta_j Theta_{/ij}")
theta_a, theta_b = reals("Theta_a Theta_b")
lam = reals("lambda")
slope_t = reals("z'Theta")  # z' Theta, one number in appendix E.4
tk, vi, vj, vk, coupling = reals("vartheta_k v_i v_j v_k C_i")
ratio, other_ratio, eps_m = reals("r_k r'_k epsilon_m")
q = integers("q")
now, after_one, after_two = reals("Theta_t Theta_{t+1} Theta_{t+2}")
slope_of = function("z'")
at_rate, sharp, sharp_next, closeness = reals("eta_0 S_t S_{t+1} K_eta")
lam_next, coupling_next = reals("lambda' C'_i")
weight_1, weight_2, input_x, bias_1, bias_2 = reals("W_1 W_2 x_input b_1 b_2")
in_1, in_2, out_1, out_2, bias_3 = reals("W_1^1 W_1^2 W_2^1 W_2^2 b_1^2")
logit_1, logit_2, move_1, move_2, along = reals("l_1 l_2 u_1' u_2' s_logit")
output = reals("Theta")
others_b, gap_top = reals("Theta_{b/j} lambda_1^{(a)}")
entry_kj, entry_jk, weight_kj, w_i, w_j = reals("H_kj H_jk K_kj w_i w_j")
weight, weights, next_weights = reals("K_ij K_ii K_jj")
hessian_entries, w, in_basis = sequence("H_{kj}"), sequence("w_k"), sequence("c_i")
vartheta, v, deviation = sequence("vartheta"), sequence("v"), sequence("epsilon_k")


def total(term):
    """Return the sum of a term over all parameters, whose index is j."""
    return sp.Sum(term, (j, 1, n))


def inside(index):
    """Return that an index is that of a parameter."""
    return And(index >= 1, index <= n)


def in_all(condition, index=j):
    """Say something of every parameter."""
    return Every(index, Implies(inside(index), condition, evaluate=False))


NONE_IS_0 = Each(sp.Ne(vartheta[j], 0), (j, 1, n))
UNIT = eq(total(v[j] ** 2), 1)

R = Head(
    "R",
    "|v_1 / v_2| of the top eigenvector of the Hessian of z(vartheta_1 vartheta_2)",
    latex="R_{n=2}",
)
HESSIAN_2 = Head("H_2", "entry i, j of the Hessian of z(vartheta_1 vartheta_2)", "H")
STEP = Head(
    "Step",
    "parameter i after one step of gradient descent on z(vartheta_1 vartheta_2)",
    r"\vartheta^{+}",
)
TOP = Head(
    "lambda_max", "largest eigenvalue of the Hessian of z(vartheta_1 vartheta_2)", r"\lambda_{\max}"
)
MIXED = Head(
    "H_ij", "second derivative of z(a b p) in a and b", r"\partial_i \partial_j \mathcal{L}"
)
PURE = Head("H_ii", "second derivative of z(a p) in a", r"\partial_i^2 \mathcal{L}")
ACROSS = Head(
    "G_ij",
    "second derivative of z(a p + b q) in a and b",
    r"\partial_i \partial_j \mathcal{L}_{ab}",
)

NOTATION = (
    Named(t1, "variable", "the smaller parameter", SECTION_4, latex=r"\vartheta_{1}"),
    Named(t2, "variable", "the larger parameter", SECTION_4, latex=r"\vartheta_{2}"),
    Named(dz, "variable", "slope of z at vartheta_1 vartheta_2", SECTION_4, latex="{z'}"),
    Named(ddz, "variable", "curvature of z there", SECTION_4, latex="{z''}"),
    Named(R, "quantity", "ratio of the coordinates of the top eigenvector", SECTION_4),
    Named(HESSIAN_2, "quantity", "Hessian of the loss in both parameters", SECTION_4),
    Named(STEP, "quantity", "parameters after one step of gradient descent", APPENDIX_E_2),
    Named(TOP, "quantity", "largest eigenvalue of the Hessian of two parameters", SECTION_4),
    Named(
        beta,
        "variable",
        "anisotropy",
        Source("section 4.1.2", "appendix E"),
        also=(("slope parameter", Source("", "appendix F.11")),),
    ),
    Named(beta_next, "variable", "anisotropy after a step, or another value of it", SECTION_4),
    Named(phi1, "variable", "vartheta_2^2 - vartheta_1^2", APPENDIX_E_2),
    Named(phi2, "variable", "2 (z' + z'' Theta) / z''", APPENDIX_E_2),
    Named(theta_star, "variable", "where z has its minimum", SECTION_4),
    Named(label, "variable", "target of the squared error, label of the cross-entropy", SECTION_4),
    Named(dz_next, "variable", "z' after a step", APPENDIX_E_2, latex="{z'}_{t+1}"),
    Named(ddz_next, "variable", "z'' after a step", APPENDIX_E_2, latex="{z''}_{t+1}"),
    Named(smaller, "variable", "the smaller one of two learning rates", SECTION_4),
    Named(larger, "variable", "the larger one of two learning rates", SECTION_4),
    Named(MIXED, "quantity", "entry of the Hessian, two parameters of a product", APPENDIX_E_4),
    Named(PURE, "quantity", "entry of the Hessian on its diagonal", APPENDIX_E_4),
    Named(ACROSS, "quantity", "entry of the Hessian across two products", APPENDIX_E_6),
    Named(ti, "variable", "parameter i of a product", APPENDIX_E_4),
    Named(tj, "variable", "parameter j of a product", APPENDIX_E_4),
    Named(tk, "variable", "parameter k of a product", APPENDIX_E_4),
    Named(others, "variable", "product of the parameters that are not written out", APPENDIX_E_4),
    Named(slope_t, "variable", "z' times Theta", APPENDIX_E_4),
    Named(vi, "variable", "coordinate i of an eigenvector", APPENDIX_E_4),
    Named(vj, "variable", "coordinate j of an eigenvector", APPENDIX_E_4),
    Named(vk, "variable", "coordinate k of an eigenvector", APPENDIX_E_4),
    Named(coupling, "variable", "the constant that couples the coordinates", APPENDIX_E_4),
    Named(ratio, "variable", "a parameter over the smallest one", APPENDIX_E_4),
    Named(other_ratio, "variable", "a larger value of this ratio", APPENDIX_E_4),
    Named(eps_m, "variable", "relative deviation in the flattest coordinate", APPENDIX_E_4),
    Named(theta_a, "variable", "product of the parameters of the first network", APPENDIX_E_6),
    Named(theta_b, "variable", "product of the parameters of the second network", APPENDIX_E_6),
    Named(now, "variable", "output before a step", APPENDIX_E_5),
    Named(after_one, "variable", "output after one step", APPENDIX_E_5),
    Named(after_two, "variable", "output after two steps", APPENDIX_E_5),
    Named(slope_of, "variable", "slope of the loss, as a function of the output", APPENDIX_E_5),
    Named(at_rate, "variable", "a learning rate around which others lie", APPENDIX_E_5),
    Named(closeness, "variable", "1 over the distance of learning rates", APPENDIX_E_5),
    Named(sharp, "variable", "largest eigenvalue of the Hessian", APPENDIX_E_5),
    Named(sharp_next, "variable", "largest eigenvalue of the Hessian after a step", APPENDIX_E_5),
    Named(lam_next, "variable", "another value of the eigenvalue", APPENDIX_E_4),
    Named(coupling_next, "variable", "the constant that belongs to it", APPENDIX_E_4),
    Named(weight_1, "variable", "weight of the first layer, of width 1", APPENDIX_E_1),
    Named(weight_2, "variable", "weight of the second layer, of width 1", APPENDIX_E_1),
    Named(input_x, "variable", "an input", APPENDIX_E_1),
    Named(bias_1, "variable", "bias of the first layer, or of its first unit", APPENDIX_E_1),
    Named(bias_2, "variable", "bias of the second layer", APPENDIX_E_1),
    Named(bias_3, "variable", "bias of the second unit of the first layer", APPENDIX_E_1),
    Named(in_1, "variable", "weight into the first of two units", APPENDIX_E_1),
    Named(in_2, "variable", "weight into the second of two units", APPENDIX_E_1),
    Named(out_1, "variable", "weight out of the first of two units", APPENDIX_E_1),
    Named(out_2, "variable", "weight out of the second of two units", APPENDIX_E_1),
    Named(logit_1, "variable", "logit of the first of two classes", SECTION_4),
    Named(logit_2, "variable", "logit of the second of two classes", SECTION_4),
    Named(move_1, "variable", "how the first logit moves along a direction", SECTION_4),
    Named(move_2, "variable", "how the second logit moves along it", SECTION_4),
    Named(along, "variable", "how far along this direction", SECTION_4),
    Named(output, "variable", "the output, a product or a sum of products", SECTION_4),
    Named(others_b, "variable", "product of the other parameters of network b", APPENDIX_E_6),
    Named(gap_top, "variable", "largest eigenvalue of the block of network a", APPENDIX_E_6),
    Named(in_basis, "variable", "coordinates of its eigenvector among those of H", APPENDIX_E_6),
    Named(entry_kj, "variable", "entry k, j of the Hessian", APPENDIX_E_7),
    Named(weight_kj, "variable", "curvature weight theta_k theta_j H_kj", APPENDIX_E_7),
    Named(entry_jk, "variable", "entry j, k of the Hessian", APPENDIX_E_7),
    Named(hessian_entries, "variable", "the Hessian of parameters that are shared", APPENDIX_E_7),
    Named(w, "variable", "coordinates of an eigenvector times the parameters", APPENDIX_E_7),
    Named(w_i, "variable", "one of them", APPENDIX_E_7),
    Named(w_j, "variable", "another one", APPENDIX_E_7),
    Named(weight, "variable", "curvature weight of two parameters", APPENDIX_E_7),
    Named(weights, "variable", "curvature weight of the first one with itself", APPENDIX_E_7),
    Named(next_weights, "variable", "that of the second one with itself", APPENDIX_E_7),
    Named(vartheta, "variable", "parameters of a product", APPENDIX_E_4),
    Named(v, "variable", "coordinates of an eigenvector", APPENDIX_E_4),
    Named(deviation, "variable", "relative deviations of its coordinates", APPENDIX_E_4),
    Named(q, "constant", "the even power that is the loss", APPENDIX_E_6),
)
