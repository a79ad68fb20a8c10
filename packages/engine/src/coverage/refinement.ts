/** The class of things without any label: no store reaches them. */
export const EMPTY_CLASS = 0;

/**
 * Classes of things with equal labels, refined batch by batch. At first all things are in one class; a thing of class c
 * that a batch gives `label` moves to the class of (c, label). If a label has a bit per store, a class is a set of stores,
 * and a thing holds one number for any number of stores.
 *
 * A batch labels a thing at most once. A thing without a label keeps its class.
 */
export class Refinement {
  /** Class before its last batch, that batch and its label; row = class. */
  #parent = new Uint32Array(1024);
  #batch = new Uint16Array(1024);
  #label = new Uint32Array(1024);
  #count = 1;
  #currentBatch = 0;
  /** Classes made in this batch begin here; a slot of the table with a lower class is empty. */
  #batchStart = 1;
  #slots = new Uint32Array(4096);
  #lastParent = -1;
  #lastLabel = 0;
  #lastClass = 0;

  /** Classes so far, the empty one included. */
  get classes(): number {
    return this.#count;
  }

  beginBatch(batch: number): void {
    this.#currentBatch = batch;
    this.#batchStart = this.#count;
    this.#lastParent = -1;
  }

  /** Returns the class of things of class `parent` with this label, a 32-bit word other than 0, in this batch. */
  refine(parent: number, label: number): number {
    if (parent === this.#lastParent && label === this.#lastLabel) return this.#lastClass;
    this.#lastParent = parent;
    this.#lastLabel = label;
    this.#lastClass = this.#find(parent, label >>> 0);
    return this.#lastClass;
  }

  /** Visits the labels of a class with their batches, the last batch first. */
  forEachLabel(classId: number, visit: (batch: number, label: number) => void): void {
    for (let c = classId; c !== EMPTY_CLASS; c = this.#parent[c]!) visit(this.#batch[c]!, this.#label[c]!);
  }

  #find(parent: number, label: number): number {
    const slots = this.#slots;
    const wrap = slots.length - 1;
    let slot = hash(parent, label) & wrap;
    for (; slots[slot]! >= this.#batchStart; slot = (slot + 1) & wrap) {
      const candidate = slots[slot]!;
      if (this.#parent[candidate] === parent && this.#label[candidate] === label) return candidate;
    }
    const made = this.#count++;
    if (made === this.#parent.length) this.#growClasses();
    this.#parent[made] = parent;
    this.#label[made] = label;
    this.#batch[made] = this.#currentBatch;
    slots[slot] = made;
    if (2 * (this.#count - this.#batchStart) > slots.length) this.#growSlots();
    return made;
  }

  #growClasses(): void {
    const length = 2 * this.#parent.length;
    const [parent, batch, label] = [new Uint32Array(length), new Uint16Array(length), new Uint32Array(length)];
    parent.set(this.#parent);
    batch.set(this.#batch);
    label.set(this.#label);
    this.#parent = parent;
    this.#batch = batch;
    this.#label = label;
  }

  #growSlots(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    for (let c = this.#batchStart; c < this.#count; c++) {
      let slot = hash(this.#parent[c]!, this.#label[c]!) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = c;
    }
    this.#slots = slots;
  }
}

/** Mixes two words (finalizer of MurmurHash3, A. Appleby, public domain). */
function hash(a: number, b: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ b;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
