import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, Select, TextField } from '../../ui/fields.tsx';
import { useMatch } from '../../ui/useMatch.ts';

/** A condition that is chosen from a list. */
export interface Condition {
  /** Its name in the address and in the query. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice<string>[];
}

/** The filter that an address names, of the given fields. */
export function filterOf(search: URLSearchParams, fields: readonly string[]): URLSearchParams {
  return new URLSearchParams(
    fields.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === '' ? [] : [[name, value]];
    }),
  );
}

interface FilterProps {
  readonly filter: URLSearchParams;
  readonly conditions: readonly Condition[];
  readonly onChange: (filter: URLSearchParams) => void;
}

/** The fields of a filter are higher than a phone. */
const PHONE = '(max-width: 640px)';

/** First and last day, and the conditions of a log; on a phone they fold. */
export function Filter({ filter, conditions, onChange }: FilterProps) {
  const { say } = useText();
  const isPhone = useMatch(PHONE);
  const field = (name: string) => ({
    value: filter.get(name) ?? '',
    onChange(value: string) {
      const next = new URLSearchParams(filter);
      if (value === '') next.delete(name);
      else next.set(name, value);
      onChange(next);
    },
  });
  const fields = (
    <search className="filters">
      <TextField label={say('ledger.from')} type="date" {...field('from')} />
      <TextField label={say('ledger.to')} type="date" {...field('to')} />
      {conditions.map(({ name, label, choices }) => (
        <Select
          key={name}
          label={label}
          choices={[{ id: '', name: say('ledger.all') }, ...choices, ...unknown(choices, field(name).value)]}
          {...field(name)}
        />
      ))}
      {filter.size > 0 && (
        <div>
          <Button onPress={() => onChange(new URLSearchParams())}>{say('ledger.reset')}</Button>
        </div>
      )}
    </search>
  );
  if (!isPhone) return fields;
  return (
    <details className="filters-fold" open={filter.size > 0}>
      <summary>{say('ledger.filter')}</summary>
      {fields}
    </details>
  );
}

/** The value of an address that is no choice is one for itself, such as a member who has left. */
const unknown = (choices: readonly Choice<string>[], value: string): Choice<string>[] =>
  value === '' || choices.some(({ id }) => id === value) ? [] : [{ id: value, name: value }];
