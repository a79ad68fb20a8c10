import {
  AREA_KINDS,
  type FamilyContent,
  NONE,
  POLE_KINDS,
  type TopicTableInput,
  type TopicTableName,
} from '@hinterland/territory';
import { benchmarkTopic } from '../../census/benchmarkTopic.ts';
import { type Spread, spreadOverPoles } from '../../census/spread.ts';
import type { UnitMap } from '../../census/unitMap.ts';
import type { CensusInput } from '../../inputs/census.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import type { MadePoles } from '../../poles/makePoles.ts';
import { POLE_PARAMETERS } from '../../poles/parameters.ts';
import type { Report } from '../../report/report.ts';
import type { OrderedPoles } from '../tables/orderedPoles.ts';
import { peopleBySource, withShares } from './peopleBySource.ts';
import { sourcesOf } from './sources.ts';

/** Shares of a unit's poles may differ from its share in the map by this much, from rounding. */
const SHARE_TOLERANCE = 1e-9;

/** The family "sociodemo": units in the map, how they spread over the poles, topics and benchmarks. */
export function sociodemoFamily(
  inputs: TerritoryInputs,
  census: CensusInput,
  units: UnitMap,
  made: MadePoles,
  ordered: OrderedPoles,
  version: string,
): FamilyContent {
  const spread = spreadOverPoles(
    {
      count: ordered.draftOf.length,
      unit: (row) => made.draft.unit(ordered.draftOf[row]!),
      dwellings: (row) => made.draft.dwellings(ordered.draftOf[row]!),
    },
    made.insideShare,
  );
  const kept = unitsInMap(units, made, spread, inputs.report);
  const rowOf = new Map(kept.map((unit, row) => [unit, row]));
  const inMap = (values: Float64Array) => Float64Array.from(kept, (unit) => values[unit]!);
  const topicTables: Partial<Record<TopicTableName, TopicTableInput>> = {};
  for (const topic of census.topics) {
    topicTables[`topic-${topic.code}`] = {
      columns: new Map([...topic.columns].map(([name, values]) => [name, inMap(values)])),
      flags: Uint8Array.from(kept, (unit) => topic.flags[unit]!),
    };
    topicTables[`benchmark-${topic.code}`] = benchmarkTopic(census, topic, units.residents);
  }
  reportMass(units, made.insideShare, spread, kept, inputs.report);
  reportKinds(units, spread, made, ordered, inputs.report);
  const bySource = peopleBySource(units, made.insideShare, kept);
  for (const [name, people] of bySource) inputs.report.fact(`residents counted by ${name}`, Math.round(people));
  return {
    family: 'sociodemo',
    version,
    territoryVersion: inputs.versions.territory,
    sources: withShares(sourcesOf(inputs.sources, 'sociodemo'), bySource),
    currency: census.currency,
    parameters: { poles: POLE_PARAMETERS.version },
    topics: [
      ...census.topics.map(({ code, entry }) => ({
        code,
        available: true,
        ...entry,
        distributions: [...entry.distributions],
      })),
      ...census.unavailable.map(({ code, reason }) => ({ code, available: false, note: reason })),
    ],
    tables: {
      units: {
        code: kept.map((unit) => units.code(unit)),
        areaSquareKm: inMap(units.areaSquareKm),
        insideShare: inMap(made.insideShare),
        synthetic: Uint8Array.from(kept, (unit) => made.synthetic[unit]!),
      },
      poleUnits: {
        unit: spread.unit.map((unit) => (unit === NONE ? NONE : rowOf.get(unit)!)),
        share: spread.share,
      },
      benchmarkAreas: {
        code: census.benchmarks.map(({ code }) => code),
        name: census.benchmarks.map(({ name }) => name),
        kind: census.benchmarks.map(({ kind }) => AREA_KINDS.indexOf(kind)),
        areaSquareKm: census.benchmarks.map(({ areaSquareKm }) => areaSquareKm),
        coverage: census.benchmarks.map(({ coverage }) => coverage),
      },
    },
    topicTables,
  };
}

/** Units with poles, in the order of the census; the others are reported with the reason. */
function unitsInMap(units: UnitMap, made: MadePoles, spread: Spread, report: Report): number[] {
  const counter = report.subject('census units');
  const kept: number[] = [];
  for (let unit = 0; unit < units.count; unit++) {
    const residents = units.residents[unit]! * made.insideShare[unit]!;
    if (spread.poles[unit]! > 0) {
      kept.push(unit);
      if (made.insideShare[unit]! < 1)
        counter.changed("cut by the map's edge: its part inside counts", units.code(unit));
      if (Number.isNaN(residents)) counter.changed('its residents are not published', units.code(unit));
    } else if (!(units.areaShare[unit]! > 0)) {
      counter.dropped('outside the map; it may feed benchmarks', units.code(unit));
    } else if (residents >= POLE_PARAMETERS.leastResidentsInside) {
      counter.dropped('its part in the map has no inside', units.code(unit));
    } else {
      counter.dropped('no pole, and no or hardly any residents in the map', units.code(unit));
    }
  }
  counter.kept(kept.length);
  return kept;
}

/** Checks that the poles hold the people of their units, and writes the figures down. */
function reportMass(
  units: UnitMap,
  insideShare: Float64Array,
  spread: Spread,
  kept: readonly number[],
  report: Report,
): void {
  const shares = new Float64Array(units.count);
  spread.unit.forEach((unit, pole) => {
    if (unit !== NONE) shares[unit]! += spread.share[pole]!;
  });
  let residents = 0;
  let worst = 0;
  for (const unit of kept) {
    const difference = shares[unit]! - insideShare[unit]!;
    if (Math.abs(difference) > SHARE_TOLERANCE) {
      throw new Error(`the shares of unit ${units.code(unit)} add up to ${shares[unit]}, not to ${insideShare[unit]}`);
    }
    const people = units.residents[unit]!;
    if (Number.isNaN(people)) continue;
    residents += people * shares[unit]!;
    worst = Math.max(worst, Math.abs(difference * people));
  }
  const wholeUnits = kept.filter((unit) => insideShare[unit] === 1);
  report.fact('census units wholly in the map', wholeUnits.length);
  report.fact(
    'residents of units wholly in the map',
    wholeUnits.reduce((sum, unit) => sum + (units.residents[unit]! || 0), 0),
  );
  report.fact('residents on poles', residents);
  report.fact('largest difference between a unit and its poles, in residents', worst);
}

/** How many of the residents live on addresses, and how many on stand-ins. */
function reportKinds(
  units: UnitMap,
  spread: Spread,
  { draft }: MadePoles,
  { draftOf }: OrderedPoles,
  report: Report,
): void {
  const residents = new Map<string, number>(POLE_KINDS.map((kind) => [kind, 0]));
  let outside = 0;
  draftOf.forEach((pole, row) => {
    if (draft.unit(pole) < 0) outside++;
    const unit = spread.unit[row]!;
    const people = unit === NONE ? 0 : units.residents[unit]! * spread.share[row]!;
    const kind = draft.kind(pole);
    residents.set(kind, residents.get(kind)! + (people || 0));
  });
  for (const [kind, people] of residents) report.fact(`residents on poles of kind ${kind}`, people);
  report.fact('poles outside every census unit', outside);
}
