"""The symbols of sections 2, 3 and 6 to 8 and of appendices A to D and G to K.

Names that the walk of section 5 has for something else get another one here: H_t is a Hessian,
r_{t} a distance from a minimum. Vectors are sequences with entries 1 to d.
"""

import sympy as sp
from sympy.logic.boolalg import And, Implies

from theory.claim import Source
from theory.language import Head, integers, reals, sequence
from theory.notation import Named
from theory.quantifiers import Every

d = integers("d")  # number of parameters
i, j = integers("i j")  # coordinates
k = integers("k")
eta = reals("eta")
lam = reals("lambda")
eps = reals("epsilon")

# -- adaptive optimisers ---------------------------------------------------------------------------

thresh, theta, beta1 = reals("q^thresh theta_i beta_1")
m_i, m_before, g_i, q_i, p_i = reals("m_i m'_i g_i q_i p_i")
p, q, q_less, H = map(sequence, ("p_t", "q_t^mod", "q'_t^mod", "H_t"))
m, step, v, w = map(sequence, ("m_{t}", "Delta_t", "v_{1}", "w_t"))
root, damping = map(sequence, ("Q_t^{1/2}", "Q_t^{-1/2}"))
root_less, damping_less = map(sequence, ("Q'_t^{1/2}", "Q'_t^{-1/2}"))
lam_eff, lam_less, lam_v, lam_v_less = reals("lambda_1^eff lambda'_1^eff lambda_eff lambda'_eff")
least_q, largest_q = reals("min_Q max_Q")
RADIUS = Head(
    "Radius",
    "the largest modulus of an eigenvalue of one step of Adam on a quadratic loss, with q frozen, "
    "for the factor beta_1 of the mean of gradients and eta times the effective curvature",
    r"\rho",
)
SECTION_8 = Source("section 8.1", "appendix J")
APPENDIX_I = Source("", "appendix I")


def inside(index):
    """Return that an index is one of a coordinate."""
    return And(index >= 1, index <= d)


def in_all(condition):
    """Say something of every coordinate i."""
    return Every(i, Implies(inside(i), condition, evaluate=False))


def total(term):
    """Return a sum over coordinates."""
    return sp.Sum(term, (i, 1, d))


ADAPTIVE = (
    Named(i, "variable", "a coordinate", SECTION_8),
    Named(thresh, "variable", "clipping threshold", SECTION_8),
    Named(theta, "variable", "a parameter", SECTION_8),
    Named(beta1, "variable", "factor of the mean of gradients", SECTION_8),
    Named(p_i, "variable", "mean of squared gradients, in a coordinate", SECTION_8),
    Named(q_i, "variable", "the same, q_t of appendix I", SECTION_8),
    Named(m_i, "variable", "mean of gradients, in a coordinate", SECTION_8),
    Named(m_before, "variable", "the same, a step before", SECTION_8),
    Named(g_i, "variable", "gradient, in a coordinate", SECTION_8),
    Named(p, "variable", "means of squared gradients", SECTION_8),
    Named(q, "variable", "the same, clipped for Clipped-Ada", SECTION_8),
    Named(q_less, "variable", "the same with a smaller threshold", SECTION_8),
    Named(v, "variable", "leading eigenvector of the Hessian", SECTION_8),
    Named(lam_v, "variable", "effective curvature along v_1", SECTION_8),
    Named(lam_v_less, "variable", "the same with a smaller threshold", SECTION_8),
    Named(m, "variable", "mean of gradients", APPENDIX_I),
    Named(step, "variable", "a displacement of the parameters", APPENDIX_I),
    Named(w, "variable", "an eigenvector of H_eff", APPENDIX_I),
    Named(root, "variable", "diagonal of Q_t^{1/2}", APPENDIX_I),
    Named(damping, "variable", "diagonal of Q_t^{-1/2}", APPENDIX_I),
    Named(root_less, "variable", "diagonal of Q_t^{1/2} with a smaller threshold", APPENDIX_I),
    Named(damping_less, "variable", "diagonal of its inverse", APPENDIX_I),
    Named(H, "variable", "entries of the Hessian", APPENDIX_I),
    Named(lam_eff, "variable", "an eigenvalue of H_eff, the largest one", APPENDIX_I),
    Named(lam_less, "variable", "the same with a smaller threshold", APPENDIX_I),
    Named(least_q, "variable", "least entry of Q_t", APPENDIX_I),
    Named(largest_q, "variable", "largest entry of Q_t", APPENDIX_I),
    Named(RADIUS, "quantity", "growth of a step of Adam on a quadratic loss", APPENDIX_I),
)

# -- noise of mini-batches -------------------------------------------------------------------------

sigma_e, batch = reals("sigma_E B")
noise_matrix, H_emp, r, xi, gradient = map(sequence, ("E_t", "H_emp", "r_{t}", "xi_t", "g_mb"))
r_next, along_v, noise_v, drift_v = reals("r_{t+1} v^T*r v^T*xi v^T*E*r")
OVERLAP = Head(
    "gamma",
    "the squared inner product of v and the top eigenvector of lambda v v^T + W as the size of the "
    "matrices grows, W a Wigner matrix whose eigenvalues fill [-r, r], for lambda and r",
    r"\gamma",
)
samples, alpha_n, sigma_g = reals("N_data alpha_n sigma_g")
others = reals("eta' B' sigma'_g N'_data alpha'_n")
temperature, loss, curvature, weight = reals("T_eff ell_0 h pi_0")
SECTION_2 = Source("section 2")
APPENDIX_G = Source("", "appendix G")
SECTION_7 = Source("section 7.1", "section 2, (3)")

MINIBATCHES = (
    Named(sigma_e, "variable", "standard deviation of the noise of the Hessian", APPENDIX_G),
    Named(batch, "constant", "batch size", APPENDIX_G),
    Named(noise_matrix, "variable", "entries of the noise of the Hessian", APPENDIX_G),
    Named(H_emp, "variable", "entries of the Hessian of all samples", APPENDIX_G),
    Named(r, "variable", "distance from the minimum", APPENDIX_G),
    Named(r_next, "variable", "a coordinate of it a step later", APPENDIX_G),
    Named(xi, "variable", "additive noise of the gradient", APPENDIX_G),
    Named(gradient, "variable", "gradient of a mini-batch", APPENDIX_G),
    Named(along_v, "variable", "distance along the top eigenvector of H_emp", APPENDIX_G),
    Named(noise_v, "variable", "noise of the gradient along it", APPENDIX_G),
    Named(drift_v, "variable", "what the noise of the Hessian adds along it", APPENDIX_G),
    Named(OVERLAP, "quantity", "squared alignment of the leading eigenvectors", APPENDIX_G),
    Named(samples, "constant", "number of samples", SECTION_7),
    Named(alpha_n, "variable", "factor of the noise", SECTION_7),
    Named(sigma_g, "variable", "standard deviation of the gradient of a sample", SECTION_7),
    *(
        Named(o, "variable", f"another value of {str(o).replace(chr(39), '')}", SECTION_7)
        for o in others
    ),
    Named(temperature, "variable", "effective temperature", SECTION_2),
    Named(
        loss,
        "variable",
        "loss at the minimum",
        SECTION_2,
        also=(("loss before a step", Source("section 2, after (1)")),),
    ),
    Named(
        curvature,
        "variable",
        "an eigenvalue of the Hessian; in (F.2) a distance along v_1",
        SECTION_2,
    ),
    Named(weight, "variable", "factor of the density from the other directions", SECTION_2),
)

# -- subspaces -------------------------------------------------------------------------------------

rank = integers("m_min")
angles, wider = map(sequence, ("phi", "phi'"))
APPENDIX_B = Source("", "appendix B.2")

SUBSPACES = (
    Named(rank, "variable", "the smaller one of two dimensions", APPENDIX_B),
    Named(angles, "variable", "principal angles of two subspaces", APPENDIX_B),
    Named(wider, "variable", "principal angles of subspaces further apart", APPENDIX_B),
)

# -- the bulk, and steps on a quadratic loss -------------------------------------------------------

bulk_edge, bulk_edge_less, cubic, signal, unit = reals("l_- l'_- RMS_T u^T*S*u c_u")
smooth, slope_size = reals("ell norm_g")
APPENDIX_C = Source("", "appendix C")

BULK = (
    Named(bulk_edge, "variable", "least eigenvalue of the bulk", APPENDIX_C),
    Named(bulk_edge_less, "variable", "another one", APPENDIX_C),
    Named(cubic, "variable", "size of T[u, u, u]", APPENDIX_C),
    Named(signal, "variable", "u^T S u", APPENDIX_C),
    Named(unit, "variable", "unit of the parameters", APPENDIX_C),
    Named(smooth, "variable", "bound on the slopes of the gradient", SECTION_2),
    Named(slope_size, "variable", "norm of the gradient", SECTION_2),
)
