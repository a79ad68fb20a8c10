import { numberColumn } from '@hinterland/catalogue/numbers';
import { useId } from 'react';
import type { DatasetPath } from '../api/address.ts';
import { useResource } from '../api/queries.ts';
import type { Dataset } from '../api/types.ts';
import { useText } from '../text/index.ts';
import { Checkbox, Select } from '../ui/fields.tsx';
import { FieldFault, Labelled } from './help.tsx';
import { type ControlProps, useSurroundings } from './props.ts';

interface OwnData {
  readonly dataset?: string;
  readonly columns?: readonly string[];
  /** Rows of a run that is opened again. */
  readonly rows?: readonly unknown[];
}

const NONE = '';
const STORED = 'stored';
/** Rows that are looked at to find the columns of numbers. */
const SAMPLE_ROWS = 50;

/** A dataset whose rows are counted in every band or area, and its columns that are added up. */
export default function OwnDataControl({ label, help, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const id = useId();
  const { path } = useSurroundings();
  const given = (value ?? {}) as OwnData;
  const datasets = useResource(`${path}/datasets`);
  const ready = datasets.data?.data.filter(({ status }) => status === 'ready') ?? [];
  const chosen = ready.find((dataset) => dataset.id === given.dataset);
  if (ready.length === 0 && given.rows === undefined) return null;
  return (
    <div className="field stack-tight">
      <Labelled label={label} help={help} id={id} />
      <Select
        label={say('studio.own.dataset')}
        labelHidden
        choices={[
          { id: NONE, name: say('studio.places.noDataset') },
          ...(given.rows === undefined
            ? []
            : [{ id: STORED, name: say('studio.own.stored', { count: given.rows.length }) }]),
          ...ready.map(({ id: key, name, matched }) => ({
            id: key,
            name: say('studio.places.datasetRows', { name, count: matched }),
          })),
        ]}
        value={given.rows === undefined ? (given.dataset ?? NONE) : STORED}
        onChange={(next) => {
          if (next !== STORED) onChange(next === NONE ? undefined : { dataset: next });
        }}
      />
      {chosen !== undefined && (
        <Columns
          path={`${path}/datasets/${chosen.id}`}
          dataset={chosen}
          value={given.columns ?? []}
          onChange={(columns) => onChange({ dataset: chosen.id, ...(columns.length === 0 ? {} : { columns }) })}
        />
      )}
      <FieldFault>{error}</FieldFault>
    </div>
  );
}

interface ColumnsProps {
  readonly path: DatasetPath;
  readonly dataset: Dataset;
  readonly value: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** The columns that hold numbers, but for those that say where and which a row is. */
function Columns({ path, dataset, value, onChange }: ColumnsProps) {
  const { say } = useText();
  const sample = useResource(`${path}/rows?from=0&limit=${SAMPLE_ROWS}`);
  const columns = dataset.columns ?? [];
  const used = Object.values(dataset.mapping ?? {});
  const numeric = columns.filter((column, at) => {
    if (used.includes(column)) return value.includes(column);
    const cells = sample.data?.data.map((row) => row.cells[at] ?? '').filter((cell) => cell !== '') ?? [];
    const { values, unread } = numberColumn(cells);
    // Cells that the sample alone does not decide may be decided by the other columns.
    const numbers = [
      ...values.filter((value) => value !== null),
      ...unread.filter(({ fault }) => fault === 'ambiguous'),
    ];
    return value.includes(column) || (numbers.length > 0 && 2 * numbers.length >= cells.length);
  });
  if (sample.data === undefined) return null;
  if (numeric.length === 0) return <p className="soft small">{say('studio.own.noColumns')}</p>;
  return (
    <fieldset className="fieldset stack-tight">
      <legend className="small soft">{say('studio.own.columns')}</legend>
      {numeric.map((column) => (
        <Checkbox
          key={column}
          isSelected={value.includes(column)}
          onChange={(isChosen) => onChange(columns.filter((one) => (one === column ? isChosen : value.includes(one))))}
        >
          <bdi>{column}</bdi>
        </Checkbox>
      ))}
    </fieldset>
  );
}
