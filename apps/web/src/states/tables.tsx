import { LimitBar } from '../ui/limitBar.tsx';
import { Meter } from '../ui/meter.tsx';
import { Card } from '../ui/page.tsx';
import { type Column, NOTHING, Table } from '../ui/table.tsx';
import { State, States } from './state.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly residents: number | null;
}

const ROWS: readonly Row[] = [
  { id: 1, name: 'Port Halcyon', residents: 58_817 },
  { id: 2, name: 'A place with a name that goes on for longer than any column has room for it', residents: 1204 },
  { id: 3, name: 'Three Rivers', residents: null },
];
const COLUMNS: readonly Column<Row>[] = [
  { id: 'name', title: 'Place', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'residents',
    title: 'Residents',
    number: true,
    nowrap: true,
    cell: ({ residents }) => residents?.toLocaleString('en') ?? NOTHING,
  },
];

export const Tables = () => (
  <States title="Tables, cards and limits">
    <State name="Table, as cards on a phone" isWide>
      <Card title="Places">
        <Table caption="Places" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} />
      </Card>
    </State>
    <State name="Table, as lines of a log on a phone" isWide>
      <Table caption="Places" columns={COLUMNS} rows={ROWS} keyOf={({ id }) => id} onPhone="lines" />
    </State>
    <State name="Table without rows">
      <Table caption="Places" columns={COLUMNS} rows={[]} keyOf={({ id }) => id} />
    </State>
    <State name="Meter: low, high, over its limit">
      <Meter label="Datasets" value={2} max={10} text="2 of 10" />
      <Meter label="Datasets" value={9} max={10} text="9 of 10" />
      <Meter label="Datasets" value={12} max={10} text="12 of 10" />
    </State>
    <State name="LimitBar: with a limit, without one, unknown use">
      <LimitBar label="Spent this month" limit={200} used={120} />
      <p>
        <LimitBar label="Spent this month" limit={null} used={120} />
      </p>
      <p>
        <LimitBar label="Spent this month" limit={200} used={undefined} />
      </p>
    </State>
  </States>
);
