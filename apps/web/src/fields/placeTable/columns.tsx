import { COLUMN_ROLES, type ColumnRole } from '@hinterland/catalogue/columns';
import { useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';
import { type Roles, type Table, withRole } from './table.ts';

const NONE = '';
const SAMPLES = 2;

interface ColumnsProps {
  readonly table: Table;
  readonly roles: Roles;
  readonly onChange: (roles: Roles) => void;
  /** Whether a column without a use stays with its row. */
  readonly keepsAll?: boolean;
}

/** The columns of a list with examples; each says what it is used as, and can be used as something else. */
export function Columns({ table: { columns, rows }, roles, onChange, keepsAll = false }: ColumnsProps) {
  const { say } = useText();
  const choices = [
    { id: NONE as ColumnRole | '', name: say(keepsAll ? 'studio.table.kept' : 'studio.table.unused') },
    ...COLUMN_ROLES.map((id) => ({ id, name: say(`studio.table.role.${id}`) })),
  ];
  return (
    <table className="columns-table">
      <caption className="visually-hidden">{say('studio.table.columns')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('studio.table.column')}</th>
          <th scope="col">{say('studio.table.samples')}</th>
          <th scope="col">{say('studio.table.use')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((given, at) => {
          const name = given === '' ? say('studio.table.unnamed', { no: at + 1 }) : given;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is the n-th of its rows
            <tr key={at} data-column={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <bdi>
                  {rows
                    .map(({ cells }) => cells[at] ?? '')
                    .filter((cell) => cell !== '')
                    .slice(0, SAMPLES)
                    .join(', ')}
                </bdi>
              </td>
              <td>
                <Select
                  label={say('studio.table.useOf', { column: name })}
                  labelHidden
                  choices={choices}
                  value={COLUMN_ROLES.find((role) => roles[role] === at) ?? NONE}
                  onChange={(role) => onChange(withRole(roles, at, role === NONE ? null : role))}
                />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
