import { useResource } from '../../api/queries.ts';
import type { Usage, UsageBy } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, Select, TextField } from '../../ui/fields.tsx';

const FIELDS = ['from', 'to', 'kind', 'member', 'key', 'action', 'analysis'] as const;
type Field = (typeof FIELDS)[number];

const KINDS = ['charge', 'purchase', 'grant', 'storage', 'adjustment'] as const;

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
  const members = useSpenders(path, 'member');
  const keys = useSpenders(path, 'key', say('ledger.web'));
  const actions = useSpenders(path, 'action');
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
      {select(
        'kind',
        say('ledger.kind'),
        KINDS.map((kind) => ({ id: kind, name: say(`entry.${kind}`) })),
      )}
      {select('member', say('ledger.member'), members)}
      {select('key', say('ledger.key'), keys)}
      {select('action', say('ledger.action'), actions)}
      {filter.size > 0 && (
        <Button kind="quiet" onPress={() => onChange(new URLSearchParams())}>
          {say('ledger.reset')}
        </Button>
      )}
    </search>
  );
}

/** Members, keys or actions that spent something at any time, by name. */
function useSpenders(path: string, by: UsageBy, web = ''): Choice<string>[] {
  const usage = useResource<Usage>(`${path}/usage?by=${by}`);
  const names = new Map<string, string>();
  for (const { id, name } of usage.data?.data ?? []) if (id !== null) names.set(id, id === 'web' ? web : (name ?? id));
  return Array.from(names, ([id, name]) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The value of an address that is no choice is one for itself: a select shows what is filtered by. */
const unknown = (choices: readonly Choice<string>[], value: string): Choice<string>[] =>
  value === '' || choices.some(({ id }) => id === value) ? [] : [{ id: value, name: value }];
