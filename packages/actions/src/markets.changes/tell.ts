import {
  bars,
  type Part,
  type Row,
  type Said,
  type Section,
  type Telling,
  wholeName,
  wholeOf,
} from '@hinterland/answers/words';
import { grainSection } from '../catchments/tellGrain.ts';
import { type ChangeKind, KINDS } from './kinds.ts';
import type { Output } from './schema.ts';

/** Changes of a kind that are shown unfolded. */
const OPEN_MAX = 12;
const ROWS_MAX = 200;

/** How many stores opened and closed, by sector, and each change with its confidence. */
export function tell({ parts, totals, since, until, sectors, changes, changesLeftOut, gaps }: Output): Telling {
  const whole = wholeOf(parts);
  const counts = totals[whole?.id ?? ''];
  if (whole === undefined || counts === undefined) return { sentence: null, sections: [] };
  const { openings, closings, moves, renamings } = counts;
  const figure = (value: number): Said => ({ figure: value, unit: 'stores' });
  const more = { closed: figure(closings), moved: figure(moves), renamed: figure(renamings) };
  const doubts = gaps.map(
    ({ kind, stores }): Said => ({
      text: kind === 'lost' ? 'changes.lost' : 'changes.gained',
      with: { stores: figure(stores) },
    }),
  );
  return {
    sentence: {
      figure: figure(openings),
      at: { pointer: `/totals/${whole.id}/openings`, value: openings },
      rest: { text: 'sentence.changes', count: openings, with: { ...more, part: wholeName(parts), since, until } },
    },
    sections: [
      ...grainSection(parts),
      ...(sectors.length > 1 ? [bySector(sectors)] : []),
      ...KINDS.flatMap((kind) => changesOf(kind, changes)),
      {
        title: { text: 'changes.sure' },
        isKept: true,
        parts: [
          { kind: 'list', items: [{ text: 'changes.lists' }, ...doubts] },
          ...(changesLeftOut === 0
            ? []
            : [{ kind: 'text', text: { text: 'changes.more', with: { count: figure(changesLeftOut) } } } as const]),
        ],
      },
    ],
  };
}

const bySector = (sectors: Output['sectors']): Section => ({
  title: { text: 'changes.bySector' },
  parts: (['openings', 'closings'] as const).flatMap((member): Part[] => [
    { kind: 'text', text: { text: member === 'openings' ? 'changes.opened' : 'changes.closed' } },
    bars(
      'bars',
      { unit: 'stores' },
      sectors.map((one) => ({ id: one.code, name: { sector: one.code, name: one.name }, value: one[member] })),
    ),
  ]),
});

function changesOf(kind: ChangeKind, changes: Output['changes']): Section[] {
  const found = changes.flatMap((change, i) => (change.kind === kind ? [{ change, i }] : []));
  if (found.length === 0) return [];
  const rows = found.slice(0, ROWS_MAX).map(
    ({ change, i }): Row => ({
      id: `${kind} ${change.id}`,
      title: change.name || change.address || change.id,
      note: noteOf(change),
      cells: [
        { value: change.certainty, pointer: `/changes/${i}/certainty`, unit: 'share' },
        ...(kind === 'moved' ? [{ value: change.meters, pointer: `/changes/${i}/meters`, unit: 'meters' }] : []),
      ],
    }),
  );
  return [
    {
      title: { text: `changes.${kind}` },
      isFolded: found.length > OPEN_MAX,
      parts: [
        {
          kind: 'table',
          columns: [{ field: 'certainty' }, ...(kind === 'moved' ? [{ field: 'meters' } as const] : [])],
          rows,
        },
      ],
    },
  ];
}

/** Its sector, and what it was called before. */
function noteOf({ kind, sectorCode, before }: Output['changes'][number]): Said {
  const sector: Said = { sector: sectorCode, name: sectorCode };
  if (kind !== 'renamed' || before === null) return sector;
  return { all: [sector, { text: 'changes.before', with: { name: before.name } }] };
}
