import { measureOf } from '@hinterland/answers/words';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { kindOf } from '../../fields/kind.ts';
import { type Field, listOf } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Question, withChosen } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';

interface FieldChipsProps {
  readonly fields: readonly Field[];
  readonly question: Question;
  readonly change: ChangeQuestion;
  readonly errorOf: (pointer: string) => ReactNode;
  readonly view: (field: Field) => ReactNode;
}

/** Settings as chips: each says what it is set to, opens its field, and is cleared by its cross. */
export default function FieldChips({ fields, question, change, errorOf, view }: FieldChipsProps) {
  const { say } = useText();
  const names = useNames();
  const shown = useValue();
  const [open, setOpen] = useState<readonly string[]>([]);
  const isOpen = ({ name }: Field) => open.includes(name) || errorOf(`/${name}`) !== undefined;
  const toggle = (field: Field) => {
    const { name } = field;
    setOpen(isOpen(field) ? open.filter((one) => one !== name) : [...open, name]);
    if (kindOf(field.schema) !== 'polygon') return;
    // What is drawn is chosen: a click on the map puts its corners.
    change('', (before) =>
      isOpen(field) ? { ...before, chosen: before.chosen.filter((one) => one !== name) } : withChosen(before, name),
    );
  };
  const clear = (name: string) => {
    setOpen(open.filter((one) => one !== name));
    change('', ({ values: { [name]: _, ...values }, ...before }) => ({
      ...before,
      values,
      chosen: before.chosen.filter((one) => one !== name),
    }));
  };
  return (
    <fieldset className="fieldset stack-tight">
      <legend className="label">{say('studio.filters')}</legend>
      <div className="chips">
        {fields.map((field) => {
          const { name, schema } = field;
          const value = question.values[name];
          // Two may differ by their unit alone.
          const label = value === undefined && kindOf(schema) === 'number' ? names.typed(name) : names.field(name);
          return (
            <span key={name} className="chip" data-chip={name} data-set={value !== undefined}>
              <button type="button" aria-expanded={isOpen(field)} onClick={() => toggle(field)}>
                {label}
                {value !== undefined && <span className="chip-value"> {shown(name, schema, value)}</span>}
              </button>
              {value !== undefined && (
                <button
                  type="button"
                  className="chip-clear"
                  aria-label={say('studio.filter.clear', { name: label })}
                  onClick={() => clear(name)}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </span>
          );
        })}
      </div>
      {fields.map((field) => (
        <div key={field.name} hidden={!isOpen(field)}>
          {view(field)}
        </div>
      ))}
    </fieldset>
  );
}

/** What a setting is set to, as short as a chip has room for. */
function useValue() {
  const names = useNames();
  const { number } = useFormat();
  return (name: string, schema: Field['schema'], value: unknown): string => {
    if (typeof value === 'number') return `${number(value)} ${measureOf(name).unit}`.trim();
    if (typeof value === 'string') return names.value(value);
    if (Array.isArray(value) && listOf(schema) !== undefined) return number(value.length);
    return '✓';
  };
}
