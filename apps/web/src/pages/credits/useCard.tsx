import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { UsageBy } from '../../api/types.ts';
import { useActionTitle } from '../../text/actionTitle.ts';
import { useText } from '../../text/index.ts';
import { Bars, Columns } from '../../ui/chart.tsx';
import { Select } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { lastMonths, type Sum, sumByMonth, sumByName } from './sums.ts';

const BY = ['month', 'member', 'team', 'key', 'action'] as const;
const MONTHS = ['1', '3', '12'] as const;

/** Credits spent, by month, member, team, key or action. `month` is the present one, YYYY-MM. */
export function UseCard({ path, month }: { path: OrganizationPath; month: string }) {
  const { say } = useText();
  const { number } = useFormat();
  const [by, setBy] = useState<UsageBy>('month');
  const [count, setCount] = useState<(typeof MONTHS)[number]>('12');
  const months = lastMonths(month, Number(count));
  const usage = useResource(`${path}/usage?by=${by}&from=${months[0]}&to=${month}`);
  return (
    <Card
      title={say('use.title')}
      action={
        <Select
          label={say('use.period')}
          labelHidden
          choices={MONTHS.map((id) => ({ id, name: say('use.months', { count: Number(id) }) }))}
          value={count}
          onChange={setCount}
        />
      }
    >
      <div className="card-body stack">
        <Segments
          label={say('use.by')}
          choices={BY.map((id) => ({ id, name: say(`use.${id}`) }))}
          value={by}
          onChange={setBy}
        />
        <Loaded query={usage}>
          {({ totalCredits, data }) =>
            totalCredits === 0 ? (
              <Empty title={say('use.none')}>{say('use.noneText')}</Empty>
            ) : (
              <>
                <p className="figure-line">
                  <strong data-total={totalCredits}>{number(totalCredits)}</strong>
                  <span className="soft">{say('use.total')}</span>
                </p>
                <Sums by={by} sums={by === 'month' ? sumByMonth(data, months) : sumByName(data)} />
              </>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

function Sums({ by, sums }: { by: UsageBy; sums: readonly Sum[] }) {
  const { say } = useText();
  const { number, month } = useFormat();
  const titleOf = useActionTitle();
  const nameOf = ({ id, name }: Sum) => {
    if (by === 'month') return month(id ?? '');
    if (id === null) return say('entry.storage');
    if (by === 'action') return titleOf(id);
    if (by === 'team' && id === 'none') return say('use.noTeam');
    return by === 'key' && id === 'web' ? say('ledger.web') : name;
  };
  const bars = sums.map((sum) => ({ id: sum.id ?? '', name: nameOf(sum), value: sum.credits }));
  const Chart = by === 'month' ? Columns : Bars;
  const columns: Column<Sum>[] = [
    { id: 'name', title: say(`use.${by}`), cell: (sum) => <bdi>{nameOf(sum)}</bdi> },
    { id: 'runs', title: say('use.entries'), number: true, cell: ({ entries }) => number(entries) },
    { id: 'credits', title: say('ledger.credits'), number: true, cell: ({ credits }) => number(credits) },
  ];
  return (
    <>
      <Chart label={say('use.chart', { by: say(`use.${by}`) })} bars={bars.slice(0, SHOWN)} format={number} />
      <details>
        <summary>{say('use.table')}</summary>
        <Table caption={say('use.title')} columns={columns} rows={sums} keyOf={({ id }) => id ?? ''} />
      </details>
    </>
  );
}

/** Bars that a chart shows; the table beside it has all. */
const SHOWN = 12;
