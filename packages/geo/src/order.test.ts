import { describe, expect, it } from 'vitest';
import { MinHeap } from './heap.ts';
import { hilbertOrder } from './hilbert.ts';
import { SeededRandom } from './random.ts';

describe('hilbertOrder', () => {
  it.each([2, 4, 16, 64])('walks a %i x %i grid by steps to a neighbor', (side) => {
    const random = new SeededRandom(side);
    const cells = random.shuffle(
      Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side)] as const),
    );
    const order = hilbertOrder(
      cells.map(([x]) => x * 0.01),
      cells.map(([, y]) => 40 + y * 0.02),
    );
    expect([...order].sort((a, b) => a - b)).toEqual(cells.map((_, i) => i));
    for (let i = 1; i < order.length; i++) {
      const [ax, ay] = cells[order[i - 1]!]!;
      const [bx, by] = cells[order[i]!]!;
      expect(Math.abs(ax - bx) + Math.abs(ay - by)).toBe(1);
    }
  });

  it('visits the four quadrants in a U from the south-west to the south-east', () => {
    expect([...hilbertOrder([1, 0, 1, 0], [0, 0, 1, 1])]).toEqual([1, 3, 2, 0]);
  });

  it('keeps the order of points in one place', () => {
    expect([...hilbertOrder([1, 1, 1], [2, 2, 2])]).toEqual([0, 1, 2]);
    expect([...hilbertOrder([], [])]).toEqual([]);
  });

  it('takes typed arrays of microdegrees', () => {
    const order = hilbertOrder(Int32Array.of(151_200_000, 151_300_000), Int32Array.of(-33_900_000, -33_900_000));
    expect([...order]).toEqual([0, 1]);
  });
});

describe('MinHeap', () => {
  it('gives everything back sorted by key, then value', () => {
    const random = new SeededRandom(12);
    const heap = new MinHeap(1);
    const entries = Array.from({ length: 5000 }, () => ({ key: random.int(300) / 7, value: random.int(1_000_000) }));
    for (const { key, value } of entries) heap.push(key, value);
    expect(heap.size).toBe(5000);
    const sorted = entries.toSorted((a, b) => a.key - b.key || a.value - b.value);
    for (const { key, value } of sorted) {
      expect(heap.minKey).toBe(key);
      expect(heap.pop()).toBe(value);
    }
    expect([heap.size, heap.minKey, heap.pop()]).toEqual([0, Infinity, -1]);
  });

  it('stays right while pushes and pops mix', () => {
    const random = new SeededRandom(13);
    const heap = new MinHeap();
    const list: { key: number; value: number }[] = [];
    for (let i = 0; i < 4000; i++) {
      if (random.next() < 0.55 || list.length === 0) {
        const entry = { key: random.between(-5, 5), value: i };
        list.push(entry);
        heap.push(entry.key, entry.value);
      } else {
        list.sort((a, b) => a.key - b.key);
        expect(heap.pop()).toBe(list.shift()!.value);
      }
    }
    heap.clear();
    expect(heap.size).toBe(0);
  });
});
