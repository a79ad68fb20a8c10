import { TOPIC_CODES, TOPIC_FIELDS } from '@hinterland/catalogue';
import { PolygonIndex } from '@hinterland/geo';
import { SPENDERS, TOPIC_FLAG } from '@hinterland/territory';
import type { CensusInput, CensusUnit, TopicInput } from '../inputs/census.ts';
import type { Report } from '../report/report.ts';

/** Units with the figures of one source. */
export interface Figures extends Pick<CensusInput, 'units' | 'topics'> {
  /** Whether they are cells of a grid, which may lie over units of another source. */
  readonly isCells: boolean;
}

/** What figures are worth, the least first: several sources together are worth the least of them. */
const WORTH = ['none', 'modelled', 'partial', 'full'] as const;

/**
 * Puts the units of several sources side by side. A cell counts where its middle lies in no unit of a source before; a figure
 * that a source does not have is unknown in its units.
 */
export function joinFigures(sources: readonly Figures[], report: Report): Pick<CensusInput, 'units' | 'topics'> {
  const units: CensusUnit[] = [];
  const codes = new Set<string>();
  /** Rows of each source that count. */
  const rows: number[][] = [];
  for (const [number, source] of sources.entries()) {
    const before = new PolygonIndex(units.map(({ polygon }) => (polygon.length === 0 ? null : polygon)));
    const isFree = (unit: CensusUnit) => !source.isCells || before.first(...middleOf(unit)) < 0;
    rows.push([]);
    for (const [row, unit] of source.units.entries()) {
      if (number > 0 && !isFree(unit)) {
        report.subject('census units').dropped('a unit of a source before lies there', unit.code);
        continue;
      }
      const code = codes.has(unit.code) ? `${number + 1}/${unit.code}` : unit.code;
      codes.add(code);
      units.push({ ...unit, code });
      rows.at(-1)!.push(row);
    }
  }
  const topics = TOPIC_CODES.flatMap((code) => {
    const found = sources.map(({ topics }) => topics.find((topic) => topic.code === code));
    return found.some((topic) => topic !== undefined) ? [joinTopic(code, found, rows)] : [];
  });
  return { units, topics };
}

/** The middle of a cell's four corners. */
function middleOf({ polygon }: CensusUnit): [lng: number, lat: number] {
  const corners = polygon[0]![0]!.slice(0, -1);
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis]!, 0) / corners.length;
  return [mean(0), mean(1)];
}

/** The model of the first source, with income only where all have it, and with the largest errors. */
function modelledOf(given: readonly TopicInput[]): Pick<TopicInput['entry'], 'modelled'> {
  const models = given.flatMap(({ entry }) => (entry.modelled === undefined ? [] : [entry.modelled]));
  const [first] = models;
  if (first === undefined) return {};
  const hasIncome = models.every((model) => model.hasIncome);
  const roughest = models.find((model) => model.hasIncome === hasIncome)!;
  return { modelled: { ...first, hasIncome, errors: roughest.errors } };
}

function joinTopic(
  code: TopicInput['code'],
  topics: readonly (TopicInput | undefined)[],
  rows: readonly (readonly number[])[],
): TopicInput {
  const given = topics.filter((topic) => topic !== undefined);
  const count = rows.reduce((sum, of) => sum + of.length, 0);
  const columns = new Map<string, Float64Array>();
  const flags = new Uint8Array(count);
  const names = [...new Set(given.flatMap((topic) => [...topic.columns.keys()]))];
  const fixed = TOPIC_FIELDS[code].map(({ name }) => name);
  const ordered = [...fixed.filter((name) => names.includes(name)), ...names.filter((name) => !fixed.includes(name))];
  for (const name of ordered) columns.set(name, new Float64Array(count).fill(Number.NaN));
  let at = 0;
  for (const [number, topic] of topics.entries()) {
    for (const row of rows[number]!) {
      let isWhole = true;
      for (const [name, values] of columns) {
        const value = topic?.columns.get(name)?.[row] ?? Number.NaN;
        values[at] = value;
        isWhole &&= !Number.isNaN(value);
      }
      flags[at++] = (topic?.flags[row] ?? 0) | (isWhole ? 0 : TOPIC_FLAG.suppressed);
    }
  }
  const [first] = given as [TopicInput, ...TopicInput[]];
  return {
    code,
    entry: {
      ...first.entry,
      note: [...new Set(given.map(({ entry }) => entry.note))].join(' '),
      comparability: WORTH.find((worth) => given.some(({ entry }) => entry.comparability === worth))!,
      missingFields: fixed.filter((name) => !columns.has(name)),
      ...modelledOf(given),
      ...spendersOf(given),
    },
    columns,
    flags,
  };
}

/** Whose spend all of them hold. */
function spendersOf(given: readonly TopicInput[]): Pick<TopicInput['entry'], 'spenders'> {
  if (given.every(({ entry }) => entry.spenders === undefined)) return {};
  const held = SPENDERS.filter((one) => given.every(({ entry }) => (entry.spenders ?? ['residents']).includes(one)));
  return held.length === 0 ? {} : { spenders: held };
}
