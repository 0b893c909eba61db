"""Steppers need no more memory for more steps, each measured in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

PRELUDE = """
import torch
torch.set_num_threads(1)

def peak():
    lines = open("/proc/self/status").read().splitlines()
    (most,) = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    return most // 1024  # MiB
"""
STEPPERS = {  # `advance(steps)` with a state of 1 MiB or more
    "chain": """
from numerics.sign_chain import hitting_probabilities, second_moments
start = torch.linspace(0.5, 2, 8, dtype=torch.float64)
def advance(steps):
    second_moments(start, 0.01, 1.0, (steps,), width=2**14)
    hitting_probabilities(start, 0.01, 1.0, 0.1, (steps,), width=2**14)
""",
    "diagonal network": """
from numerics import diagonal_training as training
data = training.gaussian(16, 20, (1.0,) * 100, seed=0)
def advance(steps):
    for rule in (training.Rule(1.5, (0.1,) * 80, (0.1,) * 80), training.Rule(adam=True)):
        for gradient in (training.squared_error(data, 1.0), training.sampled_error(data, 5, 0)):
            training.train(gradient, data, 10, rule, rate=1e-3, steps=steps, scale=0.1)
""",
    "walk": """
from numerics import particle_walk as walk
start = torch.zeros(2**17, dtype=torch.float64)
def advance(steps):
    walk.particles(walk.logistic(3.0, 5.0), start, (steps,), seed=0)
""",
    "neuron": """
from numerics import two_phase_neuron as neuron
starts = neuron.drawn(500, 24, 24, 1e3, torch.Generator().manual_seed(0))
def advance(steps):
    neuron.train(starts, 1e-9, 1.0, 0.0, most=steps)
""",
    "control": """
kept = []
def advance(steps):
    kept.extend(torch.ones(2**17, dtype=torch.float64) for _ in range(steps))
""",
}
FEW, MANY, SLACK = 5, 60, 20  # steps, steps, MiB


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux says what was used")
@pytest.mark.parametrize("name", STEPPERS)
def test_memory_is_flat_in_the_number_of_steps(name) -> None:
    measure = f"advance({FEW}); few = peak(); advance({MANY}); print(few, peak())"
    script = PRELUDE + STEPPERS[name] + measure
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    few, many = map(int, done.stdout.split())
    assert (many - few < SLACK) == (name != "control"), (few, many)
