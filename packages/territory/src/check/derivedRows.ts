import { MODES } from '@hinterland/catalogue';
import { derivedTables } from '../derive/derived.ts';
import type { Territory } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

/** Checks derived tables against the tables that they follow from. */
export function checkDerived(territory: Territory, place: Place, findings: Findings): void {
  const { derived } = territory;
  if (derived === null) return;
  const stored: Record<string, unknown> = { ...derived };
  for (const mode of MODES) stored[`snapStarts-${mode}`] = derived.snapStarts[mode];
  const snapEdges = Object.fromEntries(MODES.map((mode) => [mode, territory.snaps[mode]?.edge]));
  for (const [name, columns] of Object.entries(derivedTables({ ...territory, snapEdges }))) {
    const table = stored[name] as Readonly<Record<string, ArrayLike<number>>> | undefined;
    if (table === undefined) {
      findings.error(place(name), 'it is missing beside the other tables that follow from roads and poles.');
      continue;
    }
    for (const [column, values] of Object.entries(columns as Record<string, ArrayLike<number>>)) {
      const found = table[column]!;
      if (found.length !== values.length) {
        findings.error(place(name, column), `it has ${found.length} rows where ${values.length} follow from the data.`);
        continue;
      }
      findings.rows(place(name, column), values.length, (row) =>
        found[row] === values[row] ? null : `${found[row]} stands where ${values[row]} follows from the data`,
      );
    }
  }
}
