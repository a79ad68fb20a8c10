import { NONE } from '@hinterland/territory';

export interface SpreadPoles {
  readonly count: number;
  /** Row of the census unit, -1 for none. */
  unit(pole: number): number;
  /** 0 for a place without residents. */
  dwellings(pole: number): number;
}

export interface Spread {
  /** Row of the census unit, NONE for poles without residents. Row = pole. */
  readonly unit: Uint32Array;
  /** Share of the unit's people who live at the pole. */
  readonly share: Float64Array;
  /** Row = census unit: the number of its poles with a share. */
  readonly poles: Uint32Array;
}

/**
 * Spreads each unit's people over its poles by dwellings (methods B.3): share_p = insideShare_u · w_p / Σ_q w_q, so the
 * shares of a unit add up to the part of it that the map holds, to rounding. Where all poles of a unit have no dwellings
 * each counts once. Units of which nothing lies in the map get nothing.
 */
export function spreadOverPoles(poles: SpreadPoles, insideShare: Float64Array): Spread {
  const units = insideShare.length;
  const weights = new Float64Array(units);
  const all = new Uint32Array(units);
  const isIn = (unit: number) => unit >= 0 && insideShare[unit]! > 0;
  for (let pole = 0; pole < poles.count; pole++) {
    const unit = poles.unit(pole);
    if (!isIn(unit)) continue;
    weights[unit]! += poles.dwellings(pole);
    all[unit]!++;
  }
  const spread: Spread = {
    unit: new Uint32Array(poles.count).fill(NONE),
    share: new Float64Array(poles.count),
    poles: new Uint32Array(units),
  };
  for (let pole = 0; pole < poles.count; pole++) {
    const unit = poles.unit(pole);
    if (!isIn(unit)) continue;
    const share = weights[unit]! > 0 ? poles.dwellings(pole) / weights[unit]! : 1 / all[unit]!;
    if (share === 0) continue;
    spread.unit[pole] = unit;
    spread.share[pole] = share * insideShare[unit]!;
    spread.poles[unit]!++;
  }
  return spread;
}
