import { useState } from 'react';
import { TextField as AriaTextField, Label, TextArea } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { TextField } from '../ui/fields.tsx';
import { NumberField } from '../ui/numberField.tsx';
import { FieldFault, Help } from './help.tsx';
import type { ControlProps } from './props.ts';
import { usualOf } from './schema.ts';

const firstExample = (examples: readonly unknown[] | undefined): string =>
  examples?.[0] === undefined ? '' : String(examples[0]);

export function NumberControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const { minimum, maximum } = schema;
  const usual = usualOf(schema);
  return (
    <div className="field-with-help">
      <NumberField
        label={label}
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
        placeholder={usual === undefined ? firstExample(schema.examples) : String(usual)}
        {...(minimum === undefined ? {} : { minValue: minimum })}
        {...(maximum === undefined ? {} : { maxValue: maximum })}
      />
      <Help label={label} help={help} />
    </div>
  );
}

export function TextControl({ label, help, schema, value, onChange, error }: ControlProps) {
  return (
    <div className="field-with-help">
      <TextField
        label={label}
        error={error}
        value={typeof value === 'string' ? value : ''}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        placeholder={schema.default === undefined ? firstExample(schema.examples) : String(schema.default)}
        {...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength })}
      />
      <Help label={label} help={help} />
    </div>
  );
}

/** Several texts, separated by commas. */
export function TextsControl({ label, help, value, onChange, error }: ControlProps) {
  const given = Array.isArray(value) ? value.map(String) : [];
  const [text, setText] = useState(given.join(', '));
  const parts = (from: string) =>
    from
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const shown = parts(text).join() === given.join() ? text : given.join(', ');
  return (
    <div className="field-with-help">
      <TextField
        label={label}
        error={error}
        value={shown}
        onChange={(next) => {
          setText(next);
          onChange(parts(next));
        }}
      />
      <Help label={label} help={help} />
    </div>
  );
}

/** A value without a control of its own, as JSON: a drawn polygon for instance. */
export function JsonControl({ label, help, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value));
  const [isWrong, setWrong] = useState(false);
  const read = (next: string) => {
    setText(next);
    try {
      onChange(next.trim() === '' ? undefined : JSON.parse(next));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <div className="field-with-help">
      <AriaTextField className="field" value={text} onChange={read} isInvalid={isWrong || error !== undefined}>
        <Label>{label}</Label>
        <TextArea className="input json" rows={3} spellCheck={false} />
        <FieldFault>{error}</FieldFault>
        {isWrong && <span className="field-error">{say('field.notJson')}</span>}
      </AriaTextField>
      <Help label={label} help={help} />
    </div>
  );
}
