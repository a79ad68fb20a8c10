import { SALES_ROLES } from '@hinterland/catalogue/columns';
import type { DatasetReading } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { Select } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';

interface SheetColumnsProps {
  readonly columns: DatasetReading['columns'];
  /** How they were read, in sentences. */
  readonly notes: readonly string[];
  readonly onRole: (column: string, role: string) => void;
}

/** A column without a role is left out; `follows` is no choice, since a name alone says it. */
const CHOICES = SALES_ROLES.filter((role) => role !== 'follows');

/** The columns of a sheet of sales: what each is read as, with its period and unit, and can be read as instead. */
export function SheetColumns({ columns, notes, onRole }: SheetColumnsProps) {
  const { say } = useText();
  const { number } = useFormat();
  if (columns.length === 0) return null;
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
          {columns.map(({ name, role, period, factor, currency, samples }) => {
            const unit = [
              period ?? '',
              factor === 1 ? '' : say('desk.factor', { factor: number(factor) }),
              currency ?? '',
            ];
            const beside = role === 'sales' ? unit.filter((part) => part !== '').join(', ') : '';
            const own = role ?? 'leftOut';
            const choices = own === 'follows' ? [...CHOICES, 'follows' as const] : CHOICES;
            return (
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
                    choices={choices.map((id) => ({ id, name: say(`desk.role.${id}`) }))}
                    value={own}
                    onChange={(next) => onRole(name, next)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
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
