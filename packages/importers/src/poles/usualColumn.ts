import type { Growing } from '@hinterland/geo';

type AnyGrowing = Pick<Growing<Uint8Array>, 'push' | 'get' | 'set'>;

/** A growing column that takes no memory as long as all its values are the usual one: few registers have flats or dwellings. */
export class UsualColumn {
  length = 0;
  readonly #usual: number;
  readonly #make: () => AnyGrowing;
  #values: AnyGrowing | null = null;

  constructor(usual: number, make: () => AnyGrowing) {
    this.#usual = usual;
    this.#make = make;
  }

  push(value: number): void {
    if (this.#values !== null) this.#values.push(value);
    else if (value !== this.#usual) this.#all().push(value);
    this.length++;
  }

  get(index: number): number {
    return this.#values === null ? this.#usual : this.#values.get(index);
  }

  set(index: number, value: number): void {
    if (value !== this.get(index)) this.#all().set(index, value);
  }

  #all(): AnyGrowing {
    if (this.#values === null) {
      this.#values = this.#make();
      for (let row = 0; row < this.length; row++) this.#values.push(this.#usual);
    }
    return this.#values;
  }
}
