import pytest
import torch

from numerics.lanczos import degenerate_hessian, lanczos, orthogonalised, random_hessian

ROUND_OFF = 2.0**-52


def test_the_basis_is_orthonormal_and_makes_the_matrix_tridiagonal():
    hessian = random_hessian(80, 4, seed=0)
    tridiagonal, basis, _ = lanczos(lambda u: hessian @ u, 80, 40, seed=1)
    unit = torch.eye(40, dtype=torch.float64)
    assert (basis.T @ basis - unit).abs().max() < 80 * ROUND_OFF
    scale = float(hessian.abs().sum(0).max())
    assert (basis.T @ hessian @ basis - tridiagonal).abs().max() < 80 * scale * ROUND_OFF


def test_without_sweeps_the_basis_is_lost():
    hessian = random_hessian(80, 4, seed=0)
    _, basis, _ = lanczos(lambda u: hessian @ u, 80, 60, seed=1, sweeps=0)
    assert (basis.T @ basis - torch.eye(60, dtype=torch.float64)).abs().max() > 0.1


def test_top_eigenvalues_are_found():
    hessian = random_hessian(60, 3, seed=2)
    tridiagonal, _, _ = lanczos(lambda u: hessian @ u, 60, 30, seed=3)
    top = torch.linalg.eigvalsh(tridiagonal)[-3:]
    torch.testing.assert_close(top, torch.linalg.eigvalsh(hessian)[-3:])


def test_a_matrix_of_low_rank_has_no_long_basis():
    matrix = torch.diag(torch.tensor([2.0, 1.0, 0.0, 0.0, 0.0], dtype=torch.float64))
    assert lanczos(lambda u: matrix @ u, 5, 3, seed=0)[1].shape == (5, 3)
    with pytest.raises(ArithmeticError, match="no basis"):
        lanczos(lambda u: matrix @ u, 5, 5, seed=0, dependent=0.5)


def test_on_a_matrix_of_low_rank_one_sweep_is_not_enough():
    hessian, unit = degenerate_hessian(80, 10, seed=0), torch.eye(40, dtype=torch.float64)
    assert torch.linalg.matrix_rank(hessian) == 10
    departures, counts = [], []
    for sweeps in (1, 2):
        _, basis, repeated = lanczos(lambda u: hessian @ u, 80, 40, seed=1, sweeps=sweeps)
        departures.append((basis.T @ basis - unit).abs().max())
        counts.append(repeated)
    assert departures[0] > 0.5
    assert departures[1] < 80 * ROUND_OFF
    assert counts[0] == 0
    assert 20 < counts[1] < 40


def test_orthogonalised_reports_how_much_is_left():
    basis = torch.eye(3, dtype=torch.float64)[:, :1]
    rest, left = orthogonalised(torch.tensor([3.0, 4.0, 0.0], dtype=torch.float64), basis)
    assert rest.tolist() == [0.0, 4.0, 0.0]
    assert left == 0.8
