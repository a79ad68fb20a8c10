import { useResource } from '../../api/queries.ts';
import type { List, Member } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, Select, TextField } from '../../ui/fields.tsx';
import { DEEDS } from './deeds.ts';

const FIELDS = ['from', 'to', 'member', 'deed'] as const;
type Field = (typeof FIELDS)[number];

/** The filter that an address names. */
export function filterOf(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    FIELDS.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

interface FiltersProps {
  /** Path of the organization. */
  readonly path: string;
  readonly filter: URLSearchParams;
  readonly onChange: (filter: URLSearchParams) => void;
}

export function Filters({ path, filter, onChange }: FiltersProps) {
  const { say } = useText();
  const members = useResource<List<Member>>(`${path}/members`);
  const people = (members.data?.data ?? []).map(({ user }) => ({ id: String(user.id), name: user.name }));
  const chosen = (field: Field) => filter.get(field) ?? '';
  const set = (field: Field) => (value: string) => {
    const next = new URLSearchParams(filter);
    if (value === '') next.delete(field);
    else next.set(field, value);
    onChange(next);
  };
  const select = (field: Field, label: string, choices: readonly Choice<string>[]) => (
    <Select
      label={label}
      choices={[{ id: '', name: say('ledger.all') }, ...choices, ...unknown(choices, chosen(field))]}
      value={chosen(field)}
      onChange={set(field)}
    />
  );
  return (
    <search className="filters">
      <TextField label={say('ledger.from')} type="date" value={chosen('from')} onChange={set('from')} />
      <TextField label={say('ledger.to')} type="date" value={chosen('to')} onChange={set('to')} />
      {select('member', say('ledger.member'), [...people, { id: 'operator', name: say('audit.operator') }])}
      {select(
        'deed',
        say('ledger.what'),
        DEEDS.map((deed) => ({ id: deed, name: say(`deed.${deed}`) })),
      )}
      {filter.size > 0 && (
        <Button kind="quiet" onPress={() => onChange(new URLSearchParams())}>
          {say('ledger.reset')}
        </Button>
      )}
    </search>
  );
}

/** The value of an address that is no choice is one for itself, such as a member who has left. */
const unknown = (choices: readonly Choice<string>[], value: string): Choice<string>[] =>
  value === '' || choices.some(({ id }) => id === value) ? [] : [{ id: value, name: value }];
