import { TOPIC_FIELDS } from '@hinterland/catalogue';
import { NONE, TOPIC_FLAG } from '../format/tables.ts';
import type { Sociodemo, TopicTable } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

/** Shares of a unit's poles add up to its insideShare within this part of it. */
const SHARE_TOLERANCE = 1e-9;
/** The poles' residents add up to the units' within this part. */
const MASS_TOLERANCE = 1e-6;

export const SOCIODEMO_STEPS: readonly [string, (sociodemo: Sociodemo, place: Place, findings: Findings) => void][] = [
  ['units', checkUnits],
  ['pole units', checkPoleUnits],
  ['mass', checkMass],
  ['topics', checkTopics],
];

function checkUnits({ units, benchmarkAreas }: Sociodemo, place: Place, findings: Findings): void {
  findings.range(place('units', 'insideShare'), units.insideShare, 0, 1);
  findings.range(place('units', 'synthetic'), units.synthetic, 0, 1);
  findings.range(place('units', 'areaSquareKm'), units.areaSquareKm, 0, 510_065_622);
  findings.range(place('benchmarkAreas', 'coverage'), benchmarkAreas.coverage, 0, 1);
  const codes = new Set<string>();
  findings.rows(place('units', 'code'), units.rows, (row) => {
    const code = units.code.at(row);
    if (codes.has(code)) return `"${code}" stands twice`;
    codes.add(code);
    return null;
  });
}

function checkPoleUnits(sociodemo: Sociodemo, place: Place, findings: Findings): void {
  const { units, poleUnits } = sociodemo;
  findings.references(place('poleUnits', 'unit'), poleUnits.unit, 'units', units.rows, NONE);
  findings.rows(place('poleUnits', 'share'), poleUnits.rows, (row) => {
    const share = poleUnits.share[row]!;
    if (!(share >= 0 && share <= 1)) return `${share} is not between 0 and 1`;
    return poleUnits.unit[row] === NONE && share !== 0 ? `${share} is a share of no unit` : null;
  });
  const { shares, poles } = sharesPerUnit(sociodemo);
  const residents = residentsPerUnit(sociodemo);
  findings.rows(place('poleUnits', 'share'), units.rows, (unit) => {
    const inside = units.insideShare[unit]!;
    // A unit without residents needs no pole.
    const empty = poles[unit] === 0 && !(residents !== null && residents[unit]! > 0);
    if (empty || Math.abs(shares[unit]! - inside) <= SHARE_TOLERANCE * Math.max(inside, Number.MIN_VALUE)) return null;
    return `the shares of unit ${unit} (${units.code.at(unit)}) add up to ${shares[unit]} instead of ${inside}`;
  });
}

function checkMass(sociodemo: Sociodemo, place: Place, findings: Findings): void {
  const residents = residentsPerUnit(sociodemo);
  if (residents === null) return;
  const { units, poleUnits } = sociodemo;
  let onPoles = 0;
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const value = residents[poleUnits.unit[pole]!];
    if (value !== undefined && !Number.isNaN(value)) onPoles += value * poleUnits.share[pole]!;
  }
  let inUnits = 0;
  for (let unit = 0; unit < units.rows; unit++) {
    if (!Number.isNaN(residents[unit]!)) inUnits += residents[unit]! * units.insideShare[unit]!;
  }
  if (Math.abs(onPoles - inUnits) > MASS_TOLERANCE * inUnits) {
    findings.error(
      place('poleUnits', 'share'),
      `the poles hold ${onPoles} residents, the units inside the map ${inUnits}.`,
    );
  }
}

function checkTopics({ entries, topics, benchmarks }: Sociodemo, place: Place, findings: Findings): void {
  for (const { code } of entries.filter(({ available }) => available)) {
    // A published median may have any sign; everything else counts something.
    const medians = new Set(TOPIC_FIELDS[code].filter(({ kind }) => kind === 'unitMedian').map(({ name }) => name));
    for (const [name, table] of [
      [`topic-${code}`, topics.get(code)],
      [`benchmark-${code}`, benchmarks.get(code)],
    ] as const) {
      if (table !== undefined) checkTopicTable(name, table, medians, place, findings);
    }
  }
}

function checkTopicTable(
  name: string,
  { rows, flags, columns }: TopicTable,
  medians: ReadonlySet<string>,
  place: Place,
  findings: Findings,
): void {
  findings.range(place(name, 'flags'), flags, 0, TOPIC_FLAG.estimated | TOPIC_FLAG.imputed | TOPIC_FLAG.suppressed);
  for (const [field, values] of columns) {
    findings.rows(place(name, field), rows, (row) => {
      const value = values[row]!;
      if (Number.isNaN(value) || (value >= 0 && value < Infinity)) return null;
      return medians.has(field) && Number.isFinite(value) ? null : `${value} is not a count`;
    });
  }
}

function sharesPerUnit({ units, poleUnits }: Sociodemo): { shares: Float64Array; poles: Uint32Array } {
  const shares = new Float64Array(units.rows);
  const poles = new Uint32Array(units.rows);
  for (let pole = 0; pole < poleUnits.rows; pole++) {
    const unit = poleUnits.unit[pole]!;
    if (unit >= units.rows) continue;
    shares[unit]! += poleUnits.share[pole]!;
    poles[unit]!++;
  }
  return { shares, poles };
}

function residentsPerUnit({ topics }: Sociodemo): Float64Array | null {
  return topics.get('residents')?.columns.get('total') ?? null;
}
