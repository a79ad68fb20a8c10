import { NO_PLAN, planOf } from '@hinterland/answers/plan';
import { lazy, Suspense, useState } from 'react';
import { useFigures } from '../../answer/results/figure.ts';
import { useParts } from '../../answer/results/parts.ts';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Version, VersionItem } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';
import { ChangedRows } from './changes/changedRows.tsx';
import { ChangesSaid } from './changes/changesSaid.tsx';
import { type Difference, differencesOf } from './differences.ts';

/** Loaded by itself, with the library of maps. */
const BeforeAfter = lazy(() => import('./beforeAfter.tsx'));

/** Rows that are shown at first, and that a press adds. */
const STEP = 100;

interface ComparisonProps {
  /** Path of the organization, and code of the analysis. */
  readonly home: OrganizationPath;
  readonly code: string;
  readonly before: VersionItem;
  readonly after: VersionItem;
}

/** What differs between two runs of the same action: what was asked, the data, and the figures with their change. */
export default function Comparison({ home, code, before, after }: ComparisonProps) {
  const path = `${home}/analyses/${code}` as const;
  const first = useResource(`${path}/versions/${before.versionNo}`);
  const second = useResource(`${path}/versions/${after.versionNo}`);
  return (
    <Loaded query={first} lines={6}>
      {(a) => (
        <Loaded query={second} lines={6}>
          {(b) => (
            <>
              <ChangesSaid a={a} b={b} />
              <Suspense fallback={null}>
                <BeforeAfter key={`${a.versionNo} ${b.versionNo}`} home={home} code={code} before={a} after={b} />
              </Suspense>
              <Differences a={a} b={b} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Differences({ a, b }: { a: Version; b: Version }) {
  const { say } = useText();
  const { signed, percentSign } = useFormat();
  const figures = useFigures();
  const names = useNames();
  const parts = useParts(b.results);
  const [shown, setShown] = useState(STEP);
  const output = useResource('/actions').data?.data.find(({ id }) => id === b.actionId)?.outputSchema;
  const asked = differencesOf(a.input, b.input);
  const found = differencesOf(a.results, b.results, output === undefined ? NO_PLAN : planOf(output));
  const data = differencesOf({ data: a.dataVersion }, { data: b.dataVersion });
  const last = ({ path }: Difference) => path.findLast(({ item }) => item === null)?.key ?? '';
  const nameOf = (one: Difference): string => {
    const words = one.path
      .filter(({ key }) => !STRUCTURE.has(key))
      .map(({ key, item }) => parts.get(key) ?? item ?? names.field(key));
    const unit = figures.unit(last(one), one.figure);
    return words.join(' › ') + (unit === '' ? '' : ` (${unit})`);
  };
  const cell = (difference: Difference, value: Difference['before']) =>
    value === undefined ? NOTHING : figures.text(value, last(difference), difference.figure);
  const columnsOf = (title: string): Column<Difference>[] => [
    { id: 'what', title, cell: (one) => <bdi>{nameOf(one)}</bdi> },
    {
      id: 'before',
      title: say('history.number', { no: a.versionNo }),
      number: true,
      cell: (one) => cell(one, one.before),
    },
    {
      id: 'after',
      title: say('history.number', { no: b.versionNo }),
      number: true,
      cell: (one) => cell(one, one.after),
    },
  ];
  const change: Column<Difference> = {
    id: 'change',
    title: say('history.change'),
    number: true,
    nowrap: true,
    cell: (one) => {
      const { before, after } = one;
      if (typeof before !== 'number' || typeof after !== 'number') return NOTHING;
      const change = Number((after - before).toPrecision(9));
      const absolute = `${change > 0 ? '+' : ''}${figures.text(change, last(one), one.figure)}`;
      if (before === 0) return absolute;
      const percent = signed(Math.round((1000 * change) / Math.abs(before)) / 10) + percentSign;
      return `${absolute} (${percent})`;
    },
  };
  const keyOf = ({ path }: Difference) => JSON.stringify(path.map(({ key }) => key));
  if (asked.length + found.length + data.length === 0)
    return <Empty title={say('history.same')}>{say('history.sameText')}</Empty>;
  return (
    <>
      <ChangedRows a={a} b={b} />
      <details className="fold card-lead">
        <summary>{say('change.all', { count: asked.length + found.length })}</summary>
        {asked.length > 0 && (
          <Table caption={say('history.asked')} columns={columnsOf(say('history.asked'))} rows={asked} keyOf={keyOf} />
        )}
        {found.length > 0 && (
          <Table
            caption={say('history.figures')}
            columns={[...columnsOf(say('history.figures')), change]}
            rows={found.slice(0, shown)}
            keyOf={keyOf}
          />
        )}
        {found.length > shown && (
          <div className="card-foot">
            <Button onPress={() => setShown(shown + STEP)}>
              {say('history.more', { count: found.length - shown })}
            </Button>
          </div>
        )}
      </details>
    </>
  );
}

/** Members that order a result and say nothing to a reader. */
const STRUCTURE = new Set(['figures', 'values', 'topics', 'parts']);
