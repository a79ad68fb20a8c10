/**
 * A binary min-heap of small whole numbers. The caller holds their keys and compares them. The key of a number must not
 * change while it is in the heap: take it out, change its key, put it back.
 */
export class KeyedHeap {
  readonly #items: number[] = [];
  readonly #isBefore: (a: number, b: number) => boolean;

  constructor(isBefore: (a: number, b: number) => boolean) {
    this.#isBefore = isBefore;
  }

  get size(): number {
    return this.#items.length;
  }

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.#isBefore(item, items[above]!)) break;
      items[at] = items[above]!;
      at = above;
    }
    items[at] = item;
  }

  /** Removes and returns the number with the smallest key; undefined if the heap is empty. */
  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#isBefore(items[below + 1]!, items[below]!)) below++;
      if (!this.#isBefore(items[below]!, last)) break;
      items[at] = items[below]!;
      at = below;
    }
    items[at] = last;
    return top;
  }
}
