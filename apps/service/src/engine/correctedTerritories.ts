import { type Corrections, correctedTerritory, type Territory } from '@hinterland/territory';
import type { Overlay } from './protocol.ts';

/** Corrected views of a territory that a thread keeps: each has columns of stores and markets of its own. */
const KEPT = 4;

/** Territories with the stores as organizations say they are, the ones used longest ago forgotten first. */
export class CorrectedTerritories {
  readonly #kept = new WeakMap<Territory, Map<string, Territory>>();

  /** The territory itself without an overlay. */
  of(territory: Territory, overlay: Overlay | undefined): Territory {
    if (overlay === undefined) return territory;
    const known = this.#kept.get(territory) ?? new Map<string, Territory>();
    this.#kept.set(territory, known);
    const found = known.get(overlay.key) ?? correctedTerritory(territory, read(overlay));
    known.delete(overlay.key);
    known.set(overlay.key, found);
    for (const oldest of known.keys()) if (known.size > KEPT) known.delete(oldest);
    return found;
  }
}

/** Texts are not decoded from shared memory: it is copied first. */
const read = ({ bytes }: Overlay): Corrections =>
  JSON.parse(Buffer.from(new Uint8Array(bytes).slice()).toString('utf8')) as Corrections;
