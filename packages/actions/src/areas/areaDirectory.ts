import { type Sentence, said } from '@hinterland/answers/said';
import { fold } from '@hinterland/catalogue';
import { measurePerPole } from '@hinterland/engine/census';
import { oncePer } from '@hinterland/geo';
import { AREA_COLUMNS, AREA_KINDS, type AreaKind, baseOf, type Territory } from '@hinterland/territory';
import { ActionProblem } from '../action/action.ts';

/** One area as calls see it. */
export interface AreaEntry {
  /** Row of the territory's `areas`. */
  readonly row: number;
  readonly code: string;
  readonly name: string;
  readonly kind: AreaKind;
  /** 2 for the country, 4 to 9 as in OSM admin_level, null for postcodes and statistical areas. */
  readonly level: number | null;
  /** Row of the parent, -1 for none. */
  readonly parent: number;
  /** Name and code folded for search (see `fold`). */
  readonly foldedName: string;
  readonly foldedCode: string;
}

/** The areas of a territory, from large to small and by name within a level; read once per loaded territory. */
export interface AreaDirectory {
  readonly entries: readonly AreaEntry[];
  /** By row of `areas`. */
  readonly byRow: readonly AreaEntry[];
  readonly byCode: ReadonlyMap<string, readonly AreaEntry[]>;
  /** Residents per row of `areas`; null without a census. */
  readonly residents: Float64Array | null;
  /** Address poles per row of `areas`. */
  readonly poles: Uint32Array;
}

const directoryOf = oncePer(readDirectory);

export const areaDirectory = (territory: Territory): AreaDirectory => directoryOf(baseOf(territory));

function readDirectory(territory: Territory): AreaDirectory {
  const { areas } = territory;
  const byRow: AreaEntry[] = [];
  const byCode = new Map<string, AreaEntry[]>();
  for (let row = 0; row < areas.rows; row++) {
    const code = areas.code.at(row);
    const name = areas.name.at(row);
    const level = areas.level[row]!;
    const entry: AreaEntry = {
      row,
      code,
      name,
      kind: AREA_KINDS[areas.kind[row]!]!,
      level: level < 0 ? null : level,
      parent: areas.parent[row]!,
      foldedName: fold(name),
      foldedCode: fold(code),
    };
    byRow.push(entry);
    byCode.set(code, [...(byCode.get(code) ?? []), entry]);
  }
  return { entries: [...byRow].sort(fromLargeToSmall), byRow, byCode, ...countPeople(territory) };
}

/** Areas without a level come last. Ties are broken by name, then code, then row: the order is the same every time. */
function fromLargeToSmall(a: AreaEntry, b: AreaEntry): number {
  return (
    (a.level ?? 99) - (b.level ?? 99) || compare(a.foldedName, b.foldedName) || compare(a.code, b.code) || a.row - b.row
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function countPeople(territory: Territory): Pick<AreaDirectory, 'residents' | 'poles'> {
  const perPole = measurePerPole(territory, 'population');
  const residents = perPole === null ? null : new Float64Array(territory.areas.rows);
  const poles = new Uint32Array(territory.areas.rows);
  for (const column of AREA_COLUMNS) {
    const areaOfPole = territory.poleAreas[column];
    for (let pole = 0; pole < areaOfPole.length; pole++) {
      const area = areaOfPole[pole]!;
      if (area < 0) continue;
      poles[area]!++;
      if (residents !== null) residents[area]! += perPole![pole]!;
    }
  }
  return { residents, poles };
}

/**
 * The area that a code names. A code that areas of several kinds share is given with its kind: "postcode:2000".
 * `pointer` is the place of the code in the input, for the problem.
 */
export function findArea(territory: Territory, code: string, pointer: string): AreaEntry {
  const { byCode } = areaDirectory(territory);
  const exact = byCode.get(code) ?? [];
  if (exact.length === 1) return exact[0]!;
  if (exact.length > 1) {
    const choices = exact.map(({ kind, name }) => `${kind}:${code} (${name})`).join(', ');
    throw invalidArea(pointer, said('area_ambiguous', { code, choices }));
  }
  const [, kind, rest] = /^([a-z]+):(.*)$/.exec(code) ?? [];
  const ofKind = (byCode.get(rest ?? '') ?? []).filter((entry) => entry.kind === kind);
  if (ofKind.length === 1) return ofKind[0]!;
  throw invalidArea(pointer, said('area_unknown', { code: JSON.stringify(code), territory: territory.manifest.name }));
}

function invalidArea(pointer: string, detail: Sentence): ActionProblem {
  return new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}
