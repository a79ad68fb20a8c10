import { growingFloat64, growingInt32, growingUint8 } from '@hinterland/geo';
import { POLE_KINDS, type PoleKind } from '@hinterland/territory';

/** Poles while they are collected, in any order, each with its census unit. */
export class PoleDraft {
  readonly #lng = growingInt32();
  readonly #lat = growingInt32();
  readonly #dwellings = growingFloat64();
  readonly #kind = growingUint8();
  readonly #unit = growingInt32();
  readonly #unitAt: (lng: number, lat: number) => number;

  /** `unitAt`: row of the census unit that holds a point, -1 for none. */
  constructor(unitAt: (lng: number, lat: number) => number) {
    this.#unitAt = unitAt;
  }

  get count(): number {
    return this.#lng.length;
  }

  /** Returns the new pole's number. `unit`: its census unit where that is known; else the one that it lies in. */
  add(lngMicrodegrees: number, latMicrodegrees: number, dwellings: number, kind: PoleKind, unit?: number): number {
    this.#lng.push(lngMicrodegrees);
    this.#lat.push(latMicrodegrees);
    this.#dwellings.push(dwellings);
    this.#kind.push(POLE_KINDS.indexOf(kind));
    this.#unit.push(unit ?? this.#unitAt(lngMicrodegrees / 1e6, latMicrodegrees / 1e6));
    return this.count - 1;
  }

  lngMicrodegrees(pole: number): number {
    return this.#lng.get(pole);
  }

  latMicrodegrees(pole: number): number {
    return this.#lat.get(pole);
  }

  lng(pole: number): number {
    return this.#lng.get(pole) / 1e6;
  }

  lat(pole: number): number {
    return this.#lat.get(pole) / 1e6;
  }

  dwellings(pole: number): number {
    return this.#dwellings.get(pole);
  }

  raiseDwellings(pole: number, least: number): void {
    this.#dwellings.set(pole, Math.max(least, this.#dwellings.get(pole)));
  }

  /** Row of the census unit, -1 for none. */
  unit(pole: number): number {
    return this.#unit.get(pole);
  }

  kind(pole: number): PoleKind {
    return POLE_KINDS[this.#kind.get(pole)]!;
  }
}
