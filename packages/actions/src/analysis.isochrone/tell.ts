import {
  byOf,
  limitOf,
  type Part,
  peopleWithin,
  residentsByLimit,
  type Said,
  type Section,
  type Telling,
  travelOf,
} from '@hinterland/answers/words';
import { edgeSection } from '../catchments/tellEdge.ts';
import { grainSection } from '../catchments/tellGrain.ts';
import type { Output } from './schema.ts';

type Told = Pick<Output, 'bands' | 'method'> & Partial<Pick<Output, 'modes' | 'ownData' | 'origins'>>;
type Bands = Output['bands'];

/** Who reaches the places, by limit, and by other ways of travel where they were asked for. */
export function tell({ bands, method, modes, ownData, origins = [] }: Told, pointer = ''): Telling {
  const last = bands.at(-1);
  const direction = method.direction === 'outbound' ? 'out' : origins.length > 1 ? 'several' : 'in';
  return {
    sentence:
      last === undefined ? null : peopleWithin(last, method.mode, direction, `${pointer}/bands/${bands.length - 1}`),
    sections: [
      ...(ownData === undefined ? [] : [{ parts: [{ kind: 'picture', picture: 'own', pointer: '' } as const] }]),
      { parts: [{ kind: 'picture', picture: 'outlines', pointer: '' }] },
      {
        title: { text: 'chart.residents' },
        parts: [residentsByLimit(bands.map((band) => ({ ...band, residents: band.cumulativeResidents })))],
      },
      ...(method.transit === undefined ? [] : [{ parts: [{ kind: 'text', text: travelOf(method) } as const] }]),
      ...edgeSection(origins),
      ...grainSection(bands),
      ...reliability(bands, pointer),
      ...(modes === undefined ? [] : [{ parts: compared(modes, pointer) }]),
    ],
  };
}

const limitName = (band: Bands[number]): Said => {
  const limit = limitOf(band);
  return limit === null ? '' : { part: 'within', limit };
};

/** How many people every departure, half of them, or any brings within each limit: whether one may miss a bus. */
function reliability(bands: Bands, pointer: string): readonly Section[] {
  if (bands.every((band) => band.reliability === undefined)) return [];
  const rows = (['every', 'half', 'any'] as const).map((share) => ({
    id: share,
    title: { text: `reliability.${share}` } as const,
    cells: bands.map((band, i) => ({
      value: band.reliability?.[share] ?? null,
      pointer: `${pointer}/bands/${i}/reliability/${share}`,
      unit: 'persons',
    })),
  }));
  return [{ title: { text: 'reliability.title' }, parts: [{ kind: 'table', columns: bands.map(limitName), rows }] }];
}

/** Residents within each limit by every mode of a comparison, those of the last limit in a sentence as well. */
function compared(modes: NonNullable<Output['modes']>, pointer: string): readonly Part[] {
  const answered = modes.flatMap(({ mode, bands }, i) => (bands === undefined ? [] : [{ mode, bands, i }]));
  const limits = answered[0]?.bands ?? [];
  const last = limits.at(-1);
  const limit = last === undefined ? null : limitOf(last);
  const said = answered.flatMap(({ mode, bands }): Said[] => {
    const residents = bands.at(-1)?.cumulativeResidents;
    if (residents == null) return [];
    return [{ text: 'modes.by', with: { by: byOf(mode), people: { figure: residents, unit: 'people' } } }];
  });
  const rows = answered.map(({ mode, bands, i }) => ({
    id: mode,
    title: { code: mode },
    cells: bands.map(({ cumulativeResidents }, band) => ({
      value: cumulativeResidents,
      pointer: `${pointer}/modes/${i}/bands/${band}/cumulativeResidents`,
      unit: 'persons',
    })),
  }));
  const reasons = modes.flatMap(({ reason }): Part[] =>
    reason === undefined ? [] : [{ kind: 'text', text: { english: reason } }],
  );
  if (limit === null) return reasons;
  return [
    { kind: 'text', text: { text: 'modes.within', with: { within: { limit }, modes: listed(said) } } },
    { kind: 'table', columns: limits.map(limitName), rows },
    ...reasons,
  ];
}

/** "by car 84,100; on foot 2,000" */
const listed = (all: readonly Said[]): Said =>
  all.reduceRight((rest, first): Said => (rest === '' ? first : { text: 'modes.and', with: { first, rest } }), '');
