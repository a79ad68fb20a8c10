import type { Territory } from '@hinterland/territory';
import { accessCost, type EdgeCosts, partialCost } from '../graph/edgeCosts.ts';
import { NO_COST } from './costs.ts';

/**
 * The cost of a pole beyond either end of its edge: its part of the edge and its access leg. Rows are those of the mode's
 * snap table; NO_COST where the edge does not lead to the pole from that end.
 */
export class PoleLegs {
  readonly #measure: EdgeCosts['measure'];
  readonly #enteredAtFrom: Uint32Array;
  readonly #enteredAtTo: Uint32Array;
  readonly #lengthMillimeters: Uint32Array;
  readonly #positionMillimeters: Uint32Array;
  readonly #accessMillimeters: Uint32Array;

  constructor(territory: Territory, costs: EdgeCosts) {
    const snaps = territory.snaps[costs.mode]!;
    this.#measure = costs.measure;
    this.#enteredAtFrom = costs.enteredAtFrom;
    this.#enteredAtTo = costs.enteredAtTo;
    this.#lengthMillimeters = territory.edges.lengthMillimeters;
    this.#positionMillimeters = snaps.positionMillimeters;
    this.#accessMillimeters = snaps.accessMillimeters;
  }

  overFrom(edge: number, row: number): number {
    const part = partialCost(
      this.#enteredAtFrom[edge]!,
      this.#positionMillimeters[row]!,
      this.#lengthMillimeters[edge]!,
    );
    return part < 0 ? NO_COST : part + accessCost(this.#measure, this.#accessMillimeters[row]!);
  }

  overTo(edge: number, row: number): number {
    const length = this.#lengthMillimeters[edge]!;
    const part = partialCost(this.#enteredAtTo[edge]!, length - this.#positionMillimeters[row]!, length);
    return part < 0 ? NO_COST : part + accessCost(this.#measure, this.#accessMillimeters[row]!);
  }
}
