import { COLUMN_ROLES, type ColumnRole, SALES_ROLES } from '@hinterland/catalogue/columns';
import type { DatasetPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import type { DatasetReading } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Select } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice } from '../../ui/notice.tsx';

interface SheetColumnsProps {
  readonly reading: Pick<DatasetReading, 'columns' | 'placed' | 'notes'>;
  /** The dataset, which keeps what says where and which a row is. */
  readonly path: DatasetPath;
  /** What a column holds otherwise; null takes back what was said of it. */
  readonly onRole: (column: string, role: string | null) => void;
}

/** A column without a role is left out; `follows` is no choice, since a name alone says it. */
const CHOICES = [...COLUMN_ROLES, ...SALES_ROLES.filter((role) => role !== 'follows')];
type Role = ColumnRole | (typeof SALES_ROLES)[number];

const isPlaceRole = (role: Role): role is ColumnRole => COLUMN_ROLES.some((one) => one === role);

/** The columns of a sheet of sales: what each is read as, with its period and unit, and can be read as instead. */
export function SheetColumns({ reading: { columns, placed, notes }, path, onRole }: SheetColumnsProps) {
  const { say } = useText();
  const { number } = useFormat();
  const mapping = useChange({
    method: 'PUT',
    path: `${path}/mapping`,
    changes: [path],
    body: (mapping: Partial<Record<ColumnRole, string>>) => ({ mapping }),
  });
  const change = (column: string, own: Role, next: Role) => {
    if (!isPlaceRole(next) && !isPlaceRole(own)) return onRole(column, next);
    // A role has one column: the one that has it takes the role that becomes free.
    const others = placed.filter(({ name, role }) => name !== column && role !== next);
    const before = placed.find(({ role }) => role === next);
    const roles = Object.fromEntries(others.map(({ name, role }) => [role, name]));
    if (isPlaceRole(next)) roles[next] = column;
    if (before !== undefined && isPlaceRole(own)) roles[own] = before.name;
    mapping.mutate(roles, { onSuccess: () => onRole(column, isPlaceRole(next) ? null : next) });
  };
  if (columns.length + placed.length === 0) return null;
  const rows = [
    ...placed.map(({ name, role, samples }) => ({ name, own: role as Role, beside: '', samples })),
    ...columns.map(({ name, role, period, factor, currency, samples }) => {
      const unit = [period ?? '', factor === 1 ? '' : say('desk.factor', { factor: number(factor) }), currency ?? ''];
      const beside = role === 'sales' ? unit.filter((part) => part !== '').join(', ') : '';
      return { name, own: (role ?? 'leftOut') as Role, beside, samples };
    }),
  ];
  return (
    <section className="stack-tight">
      <h3 className="label">{say('desk.columns')}</h3>
      <table className="columns-table">
        <caption className="visually-hidden">{say('desk.columns')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('studio.table.column')}</th>
            <th scope="col">{say('studio.table.samples')}</th>
            <th scope="col">{say('studio.table.use')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, own, beside, samples }) => (
            <tr key={name} data-column={name}>
              <th scope="row">
                <bdi>{name}</bdi>
                {beside !== '' && <span className="soft desk-unit">{beside}</span>}
              </th>
              <td>
                <bdi>{samples.join(', ')}</bdi>
              </td>
              <td>
                <Select
                  label={say('studio.table.useOf', { column: name })}
                  labelHidden
                  choices={(own === 'follows' ? [...CHOICES, own] : CHOICES).map((id) => ({
                    id,
                    name: isPlaceRole(id) ? say(`studio.table.role.${id}`) : say(`desk.role.${id}`),
                  }))}
                  value={own}
                  onChange={(next) => change(name, own, next)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft small">{say('desk.placesStay')}</p>
      <ErrorNotice error={mapping.error} />
      {notes.length > 0 && (
        <details className="small soft">
          <summary>{say('desk.notes')}</summary>
          <ul className="list">
            {notes.map((note) => (
              <li key={note}>
                <Sentence>{note}</Sentence>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
