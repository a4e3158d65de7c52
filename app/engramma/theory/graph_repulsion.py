"""How the nodes of a drawn graph push one another away: each by its mass over the distance.

Exact for few nodes. For many the masses are spread over a square grid and the push of the whole grid on each of its
points is one convolution; what a grid is too coarse for, between nodes close by, is added pair by pair.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]
Numbers = NDArray[np.float32]
Integers = NDArray[np.int64]
_Spectrum = NDArray[np.complexfloating]

EXACT = 300
_SOFT = np.float32(1e-3)
# Of a grid cell: the softening of the kernel, and how far and how much of the push between two nodes it misses.
_KERNEL_SOFT = 0.3
_MISSED = 1.3
_CLOSE = 2.0
_PAIRS_EACH = 16
_HALF_PLANE = ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


def repulsion(points: Points, masses: Numbers) -> Points:
    """The push on each of the points (n, 2) of mass (n): sum over the others of m_i · m_j / distance, away from them.

    float32 (n, 2). Points on one another are pushed nowhere: who places them keeps them apart.
    """
    if len(points) <= EXACT:
        return _exact(points, masses)
    return _meshed(points, masses)


def _exact(points: Points, masses: Numbers) -> Points:
    x, y = np.ascontiguousarray(points[:, 0]), np.ascontiguousarray(points[:, 1])
    dx = x[:, None] - x[None, :]
    dy = y[:, None] - y[None, :]
    share = dx * dx
    share += dy * dy
    share += _SOFT
    np.divide(masses[None, :], share, out=share)
    push = np.empty_like(points)
    push[:, 0] = np.einsum("ij,ij->i", dx, share)
    push[:, 1] = np.einsum("ij,ij->i", dy, share)
    return push * masses[:, None]


def _meshed(points: Points, masses: Numbers) -> Points:
    size = _grid_size(len(points))
    low = points.min(axis=0)
    span = max(float((points.max(axis=0) - low).max()), 1e-3)
    cell = np.float32(span / (size - 2))
    at = (points - low) / cell + np.float32(0.5)
    corner = at.astype(np.int64)
    part = at - corner
    # Bilinear: each node lies in four cells, by how near it is to each.
    where = [
        (corner[:, 0] + right) * size + corner[:, 1] + up for right, up in ((0, 0), (0, 1), (1, 0), (1, 1))
    ]
    shares = [
        (part[:, 0] if right else 1 - part[:, 0]) * (part[:, 1] if up else 1 - part[:, 1])
        for right, up in ((0, 0), (0, 1), (1, 0), (1, 1))
    ]
    density = np.zeros(size * size)
    for index, share in zip(where, shares, strict=True):
        density += np.bincount(index, weights=masses * share, minlength=size * size)
    kernel_x, kernel_y = _kernels(size)
    spectrum = np.fft.rfft2(density.reshape(size, size).astype(np.float32), s=(2 * size, 2 * size))
    push = np.empty_like(points)
    for axis, kernel in enumerate((kernel_x, kernel_y)):
        field = np.fft.irfft2(spectrum * kernel, s=(2 * size, 2 * size))[:size, :size].ravel()
        push[:, axis] = sum(field[index] * share for index, share in zip(where, shares, strict=True))
    push *= (masses / cell)[:, None]
    return push + _close_by(points, masses, cell=float(cell))


def _grid_size(count: int) -> int:
    if count <= 2_500:
        return 64
    return 128 if count <= 12_000 else 256


@lru_cache(maxsize=4)
def _kernels(size: int) -> tuple[_Spectrum, _Spectrum]:
    """The spectra of the push along x and y on a grid twice as wide, so that opposite rims do not meet."""
    steps = np.fft.fftfreq(2 * size, d=1 / (2 * size)).astype(np.float32)
    dx, dy = steps[:, None], steps[None, :]
    share = 1 / (dx * dx + dy * dy + np.float32(_KERNEL_SOFT**2))
    return np.fft.rfft2(dx * share), np.fft.rfft2(dy * share)


def _close_by(points: Points, masses: Numbers, *, cell: float) -> Points:
    """What the grid misses between nodes less than two cells apart."""
    one, other = close_pairs(points, _CLOSE * cell)
    apart = points[one] - points[other]
    square = np.einsum("ij,ij->i", apart, apart)
    missed = 1 / (square + _SOFT) - 1 / (square + np.float32((_MISSED * cell) ** 2))
    missed *= np.maximum(0, 1 - square / np.float32((_CLOSE * cell) ** 2)) * masses[one] * masses[other]
    push = np.empty_like(points)
    for axis in (0, 1):
        along = apart[:, axis] * missed
        push[:, axis] = np.bincount(one, along, len(points)) - np.bincount(other, along, len(points))
    return push


def close_pairs(points: Points, radius: float) -> tuple[Integers, Integers]:
    """Pairs of points less than `radius` apart, each once: those in one square of that size and in squares beside it.

    Some are further apart, by less than three times as much. In a crowd of more than 16 a node the radius shrinks.
    """
    count = len(points)
    while True:
        squares = np.floor((points - points.min(axis=0)) / np.float32(radius)).astype(np.int64)
        width = int(squares[:, 1].max()) + 3
        key = (squares[:, 0] + 1) * width + squares[:, 1] + 1
        order = np.argsort(key, kind="stable")
        ordered = key[order]
        ranges = [_range(ordered, key[order], right * width + up) for right, up in _HALF_PLANE]
        # In its own square a node meets those behind it.
        ranges[0] = (np.arange(1, count + 1), ranges[0][1])
        total = sum(int((end - start).sum()) for start, end in ranges)
        if total <= _PAIRS_EACH * count or radius < 1e-4:
            break
        radius *= 0.7
    ones, others = [], []
    for start, end in ranges:
        counts = end - start
        index = np.repeat(np.arange(count), counts)
        within = np.arange(len(index)) - np.repeat(np.cumsum(counts) - counts, counts)
        ones.append(order[index])
        others.append(order[start[index] + within])
    return np.concatenate(ones), np.concatenate(others)


def _range(ordered: Integers, keys: Integers, shift: int) -> tuple[Integers, Integers]:
    return (
        np.searchsorted(ordered, keys + shift, side="left"),
        np.searchsorted(ordered, keys + shift, side="right"),
    )
