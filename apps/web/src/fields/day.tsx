import { capitalized } from '@hinterland/answers/words';
import { useState } from 'react';
import { useText } from '../text/index.ts';
import { Select, TextField } from '../ui/fields.tsx';
import { FieldFault, Help } from './help.tsx';
import { valuesOf } from './kind.ts';
import type { ControlProps } from './props.ts';
import { choicesOf, usualOf } from './schema.ts';
import { useNames } from './title.ts';

const DATE = 'date';

/** A kind of day, or a day of the calendar. */
export function DayControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const names = useNames();
  const kinds = choicesOf(schema).flatMap((one) => valuesOf(one) ?? []);
  const usual = usualOf(schema);
  const chosen = String(value ?? usual ?? '');
  const date = kinds.includes(chosen) ? '' : chosen;
  // Until a day is given, what held before holds.
  const [isAsked, ask] = useState(false);
  const isDate = date !== '' || isAsked;
  const choose = (key: string) => {
    ask(key === DATE);
    // What holds anyway is not sent: a departure may be refused, and must be taken back.
    if (key !== DATE) onChange(key === usual ? undefined : key);
  };
  return (
    <div className="stack-tight">
      <div className="field-with-help">
        <Select
          label={label}
          choices={[
            ...kinds.map((kind) => ({ id: String(kind), name: names.value(kind) })),
            { id: DATE, name: capitalized(say('field.onDate')) },
          ]}
          value={isDate ? DATE : chosen}
          onChange={choose}
        />
        <Help label={label} help={help} />
        {!isDate && <FieldFault>{error}</FieldFault>}
      </div>
      {isDate && <DateControl label={capitalized(say('field.date'))} date={date} onChange={onChange} error={error} />}
    </div>
  );
}

interface DateProps extends Pick<ControlProps, 'label' | 'onChange' | 'error'> {
  /** YYYY-MM-DD; empty where none is given. */
  readonly date: string;
}

/** The browser's own calendar, in the reader's language. */
function DateControl({ label, date, onChange, error }: DateProps) {
  // While a part of it is typed, a date is empty, and the one before holds.
  const [isEmpty, setEmpty] = useState(false);
  const take = (next: string) => {
    setEmpty(next === '');
    if (next !== '') onChange(next);
  };
  return <TextField type="date" label={label} value={isEmpty ? '' : date} onChange={take} error={error} />;
}
