"""Transformers in one batch against modules and the optimiser of torch, run by run."""

import math
from dataclasses import replace

import pytest
import torch
from scipy import stats
from torch import Tensor, nn

from numerics import sequence_tasks as tasks
from numerics import transformers
from numerics.transformers import AdamW, Phase, Samples, State, Transformer

TASKS = {
    "parity": tasks.parity(4, 2),
    "modular addition": tasks.modular_addition(9, 5, 3),
    "regression": tasks.regression_in_context(2, 3),
}


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


class Layer(nn.Module):
    """A layer as one would write it."""

    def __init__(self, shape: Transformer) -> None:
        super().__init__()
        width = shape.width
        self.shape = shape
        self.first_norm, self.second_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.up = nn.Linear(width, shape.inner * width)
        self.down = nn.Linear(shape.inner * width, width)
        if shape.normalised:
            self.query_scale = nn.RMSNorm(width // shape.heads)
            self.key_scale = nn.RMSNorm(width // shape.heads)

    def heads(self, x: Tensor) -> Tensor:
        n, length, _ = x.shape
        return x.view(n, length, self.shape.heads, -1).transpose(1, 2)

    def forward(self, hidden: Tensor) -> Tensor:
        x = self.first_norm(hidden)
        query, key, value = (self.heads(part(x)) for part in (self.query, self.key, self.value))
        if self.shape.normalised:
            query, key = self.query_scale(query), self.key_scale(key)
        logits = query @ key.mT / math.sqrt(query.shape[-1])
        if self.shape.causal:
            later = torch.ones(logits.shape[-2:], dtype=torch.bool).triu(1)
            logits = logits.masked_fill(later, -math.inf)
        seen = (logits.softmax(-1) @ value).transpose(1, 2).flatten(2)
        hidden = hidden + self.output(seen)
        return hidden + self.down(torch.relu(self.up(self.second_norm(hidden))))


class Reference(nn.Module):
    """The network of one run."""

    def __init__(self, shape: Transformer) -> None:
        super().__init__()
        if shape.one_hot:
            self.embedding = nn.Embedding(shape.features, shape.width)
        else:
            self.embedding = nn.Linear(shape.features, shape.width)
        self.shape = shape
        self.place = nn.Embedding(shape.length, shape.width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.depth))
        self.norm, self.head = nn.LayerNorm(shape.width), nn.Linear(shape.width, shape.outputs)

    def forward(self, tokens: Tensor) -> Tensor:
        if self.shape.one_hot:
            rows = self.embedding(tokens.argmax(-1)) * tokens.sum(-1, keepdim=True)
        else:
            rows = self.embedding(tokens)
        hidden = rows + self.place.weight
        for layer in self.layers:
            hidden = layer(hidden)
        return self.head(self.norm(hidden[:, -1]))


def parts(one: Reference) -> dict[str, Tensor]:
    """Return the weights of a reference by the names of ours, matrices transposed like ours."""

    def named(name: str, module: nn.Module) -> dict[str, Tensor]:
        weight = module.weight.T if isinstance(module, nn.Linear) else module.weight
        bias = getattr(module, "bias", None)
        return {name: weight} | ({} if bias is None else {f"{name} bias": bias})

    found = named("embedding", one.embedding) | named("place", one.place)
    for number, layer in enumerate(one.layers):
        for name, module in layer.named_children():
            found |= named(f"{number} {name.replace('_', ' ')}", module)
    return found | named("norm", one.norm) | named("head", one.head)


def reference(network: Transformer, theta: Tensor, run: int) -> Reference:
    one = Reference(network).double()
    given, own = network.views(theta[run : run + 1]), parts(one)
    assert given.keys() == own.keys()
    with torch.no_grad():
        for name, part in own.items():
            part.copy_(given[name][0])
    return one


LOSSES = {
    "logistic": lambda f, y: nn.functional.softplus(-y * f[:, 0]).mean(),
    "entropy": nn.functional.cross_entropy,
    "square": lambda f, y: nn.functional.mse_loss(f[:, 0], y),
}


def small(name: str, runs: int = 3, **more: bool) -> tuple[Transformer, Tensor, list[Samples]]:
    task = TASKS[name]
    network = task.network(8, 2, **more)
    drawn = [task.samples(task.draw(runs, 6, generator(seed))) for seed in range(4)]
    exact = [
        Samples(
            one.tokens.double(),
            one.labels.double() if one.labels.is_floating_point() else one.labels,
        )
        for one in drawn
    ]
    return network, network.initial(runs, generator(9)).double(), exact


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize("name", TASKS)
def test_every_step_is_that_of_torch(name: str, normalised: bool) -> None:
    network, theta, batches = small(name, normalised=normalised)
    loss = TASKS[name].loss
    rates = torch.tensor([[1e-2], [3e-3], [1e-3]], dtype=torch.float64)
    beta_2 = torch.tensor([[0.8], [0.95], [0.999]], dtype=torch.float64)
    how, state = AdamW(rates, beta_2=beta_2, decay=0.1), State.at(theta)
    ones = [reference(network, theta, run) for run in range(3)]
    optimisers = [
        torch.optim.AdamW(
            one.parameters(),
            lr=float(rates[run]),
            betas=(0.9, float(beta_2[run])),
            weight_decay=0.1,
        )
        for run, one in enumerate(ones)
    ]
    for batch in batches * 3:
        outputs = network(state.theta, batch.tokens)
        transformers.advance(network, state, Phase(1, lambda batch=batch: batch), how, loss)
        for run, (one, optimiser) in enumerate(zip(ones, optimisers, strict=True)):
            optimiser.zero_grad()
            expected = one(batch.tokens[run])
            assert torch.allclose(outputs[run], expected, rtol=1e-9, atol=1e-9)
            LOSSES[loss](expected, batch.labels[run]).backward()
            optimiser.step()
            found = network.views(state.theta[run : run + 1])
            for part, weight in parts(one).items():
                # the slope of a key's bias is 0 but for round-off, which AdamW turns into steps
                if not part.endswith("key bias") or normalised:
                    assert torch.allclose(found[part][0], weight, rtol=1e-6, atol=1e-7), part


@pytest.mark.parametrize("causal", [False, True])
def test_only_a_causal_network_hides_later_tokens(causal: bool) -> None:
    """What the last token asks for goes through the first layer, where the others ask."""
    network = Transformer(3, 2, True, 1, width=8, heads=2, causal=causal)
    theta = network.initial(1, generator())
    hidden = torch.randn(1, 1, 3, 8, generator=generator(1))
    layer = transformers._Layer(network, network.views(theta), "0 ")
    changed = hidden.clone()
    changed[..., -1, :] = 0
    same = torch.isclose(layer(hidden, last=False), layer(changed, last=False)).all(-1)
    assert same.view(3, -1)[:2].all().item() is causal


def test_weights_start_as_those_of_torch_do() -> None:
    network = TASKS["regression"].network(16, 4, normalised=True)
    theta = network.initial(40, generator())
    own = network.views(theta)
    torch.manual_seed(0)
    many = [parts(Reference(network)) for _ in range(40)]
    for name, part in own.items():
        other = torch.stack([one[name].detach() for one in many])
        assert part.shape == other.shape
        error = 8 / math.sqrt(part.numel())
        spread = float(other.std())
        assert float(part.std()) == pytest.approx(spread, rel=error, abs=1e-9), name
        assert float(part.mean()) == pytest.approx(float(other.mean()), abs=error * spread + 1e-9)
        if network.weights[name].end:
            assert float(part.abs().max()) <= network.weights[name].end


def test_learning_rates_may_differ_by_weight() -> None:
    network, theta, batches = small("parity")
    only = network.where("query", "key")
    state = State.at(theta)
    how = AdamW(0.01 * only[None].double())
    transformers.advance(network, state, Phase(2, lambda: batches[0]), how, "logistic")
    moved = (state.theta != theta).any(0)
    assert bool((moved <= only).all())
    assert int(moved.sum()) > int(only.sum()) * 0.8
    names = [name for name, part in network.views(only[None].double()).items() if bool(part.any())]
    assert names == [
        f"{layer} {name}{bias}"
        for layer in (0, 1)
        for name in ("query", "key")
        for bias in ("", " bias")
    ]


def test_some_weights_may_learn_from_other_batches_in_the_same_step() -> None:
    network, theta, batches = small("parity")
    where = network.where("value")
    how = AdamW(torch.full((3, 1), 0.01, dtype=torch.float64))
    apart = transformers.Apart(where, lambda: batches[1])
    states = [State.at(theta) for _ in range(3)]
    phases = [
        Phase(1, lambda: batches[0], apart=apart),
        *(Phase(1, lambda one=one: one) for one in batches[:2]),
    ]
    for state, phase in zip(states, phases, strict=True):
        transformers.advance(network, state, phase, how, "logistic")
    both, first, second = (state.mean for state in states)
    assert torch.equal(both, torch.where(where, second, first))
    assert not torch.equal(first[:, where], second[:, where])
    changed = phases[0].drawing(lambda source: lambda: source().of(torch.tensor([2])))
    assert len(changed.source().labels) == len(changed.apart.source().labels) == 1
    assert torch.equal(changed.apart.source().tokens[0], batches[1].tokens[2])


def test_a_run_ends_where_it_reaches_its_target_and_changes_no_other_one() -> None:
    network, theta, _ = small("parity", runs=6)
    task = TASKS["parity"]
    rates = torch.tensor([1e-2, 1e-5] * 3, dtype=torch.float64)[:, None]
    test = task.samples(task.draw(1, 64, generator(5)))
    test = Samples(test.tokens.double(), test.labels.double())

    def phases() -> list[Phase]:
        source = generator(6)

        def draw() -> Samples:
            one = task.samples(task.draw(6, 16, source))
            return Samples(one.tokens.double(), one.labels.double())

        return [Phase(45, draw), Phase(60, draw)]

    def trained(stop: bool) -> transformers.Record:
        return transformers.train(
            network,
            theta,
            phases(),
            AdamW(rates),
            "logistic",
            test,
            target=0.1,
            every=20,
            stop=stop,
        )

    early, late = trained(True), trained(False)
    assert late.looks == (0, 20, 40, 45, 65, 85, 105) == early.looks
    assert torch.equal(early.steps, late.steps)
    assert early.steps[1::2].isinf().all()
    assert early.steps[::2].isfinite().any()
    for run in range(6):
        reached = [i for i, wrong in enumerate(late.errors[:, run]) if wrong <= 0.1]
        last = reached[0] if reached else len(late.looks) - 1
        assert float(early.steps[run]) == (late.looks[last] if reached else math.inf)
        assert torch.equal(early.errors[: last + 1, run], late.errors[: last + 1, run])
        assert bool((early.errors[last:, run] == late.errors[last, run]).all())


def test_training_ends_after_a_number_of_steps_or_with_its_phases() -> None:
    network, theta, batches = small("parity")
    how = AdamW(torch.full((3, 1), 0.01, dtype=torch.float64))
    phases = [Phase(4, lambda: batches[0]), Phase(3, lambda: batches[1])]
    for most, looks in ((None, (0, 3, 4, 7)), (5, (0, 3, 4, 5)), (2, (0, 2)), (9, (0, 3, 4, 7))):
        found = transformers.train(
            network, theta, phases, how, "logistic", batches[2], target=-1.0, every=3, most=most
        )
        assert found.looks == looks
        assert bool(found.steps.isinf().all())


def test_a_phase_is_told_the_rows_of_the_runs_that_go_on() -> None:
    network, theta, batches = small("parity")
    told: list[tuple[torch.Tensor, list[int]]] = []
    rates = torch.tensor([[0.0], [0.01], [0.02]], dtype=torch.float64)
    phases = [
        Phase(2, lambda: batches[0]),
        Phase(4, lambda: batches[1], lambda rows, runs: told.append((rows.clone(), runs.tolist()))),
    ]
    transformers.train(
        network, theta, phases, AdamW(rates), "logistic", batches[2], target=-1.0, every=3
    )
    assert [runs for _, runs in told] == [[0, 1, 2]] * 2
    for rows, _ in told:
        assert torch.equal(rows[0], theta[0])
    assert not torch.equal(told[0][0][1:], theta[1:])
    assert not torch.equal(told[0][0][1:], told[1][0][1:])


def test_errors_do_not_depend_on_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, task in TASKS.items():
        network, theta, batches = small(name)
        whole = transformers.error(network, theta, batches[0], task.loss)
        monkeypatch.setattr(transformers, "BLOCK", 3 * network.length * 8 * 4 * 4)
        assert torch.allclose(transformers.error(network, theta, batches[0], task.loss), whole)
        for run in range(3):
            f = reference(network, theta, run)(batches[0].tokens[run]).detach()
            y = batches[0].labels[run]
            expected = {
                "logistic": lambda f=f, y=y: (f[:, 0].sign() != y).double().mean(),
                "entropy": lambda f=f, y=y: (f.argmax(1) != y).double().mean(),
                "square": lambda f=f, y=y: nn.functional.mse_loss(f[:, 0], y),
            }[task.loss]()
            assert float(whole[run]) == pytest.approx(float(expected))


def test_steps_are_taken_in_place_and_keep_no_graph() -> None:
    """So memory does not grow with their number."""
    network, theta, batches = small("parity")
    state = State.at(theta)
    places = [part.data_ptr() for part in (state.theta, state.mean, state.square)]
    how = AdamW(torch.full((3, 1), 0.01, dtype=torch.float64))
    transformers.advance(network, state, Phase(5, lambda: batches[0]), how, "logistic")
    assert state.steps == 5
    for part, place in zip((state.theta, state.mean, state.square), places, strict=True):
        assert part.data_ptr() == place
        assert not part.requires_grad
    assert not torch.equal(state.theta, theta)


FIRST_SIGN = tasks.parity(4, 1)


def plain_steps(network: Transformer, test: Samples, seed: int) -> float:
    """Return the steps until the target of one run, written as one would with torch alone."""
    torch.manual_seed(seed)
    one, draws = Reference(network), generator(1000 + seed)
    optimiser = torch.optim.AdamW(one.parameters(), lr=3e-3, fused=True)
    for step in range(0, 100, 2):
        with torch.no_grad():
            if (one(test.tokens[0])[:, 0].sign() != test.labels[0]).double().mean() <= 0.1:
                return step
        for _ in range(2):
            batch = FIRST_SIGN.samples(FIRST_SIGN.draw(1, 8, draws))
            optimiser.zero_grad()
            LOSSES["logistic"](one(batch.tokens[0]), batch.labels[0]).backward()
            optimiser.step()
    return math.inf


def test_a_stack_takes_as_many_steps_as_plain_runs_in_distribution() -> None:
    runs, draws = 400, generator(2)
    network = replace(FIRST_SIGN.network(8, 2), depth=1)
    test = FIRST_SIGN.samples(FIRST_SIGN.draw(1, 64, generator(5)))
    found = transformers.train(
        network,
        network.initial(runs, generator(1)),
        [Phase(100, lambda: FIRST_SIGN.samples(FIRST_SIGN.draw(runs, 8, draws)))],
        AdamW(torch.full((runs, 1), 3e-3)),
        "logistic",
        test,
        target=0.1,
        every=2,
    )
    plain = torch.tensor([plain_steps(network, test, seed) for seed in range(30)])
    late = 200.0  # stands for never
    ours, theirs = found.steps.nan_to_num(posinf=late), plain.nan_to_num(posinf=late)
    assert float(ours.min()) < float(ours.median()) < late
    assert stats.ks_2samp(ours, theirs).pvalue > 1e-4
    assert stats.ks_2samp(1.5 * ours, theirs).pvalue < 1e-4  # half as slow again would be seen
