import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { Checkbox, Select } from '../ui/fields.tsx';
import { FieldFault, Help, Labelled } from './help.tsx';
import { valuesOf } from './kind.ts';
import { useLacking } from './lacking.ts';
import type { ControlProps } from './props.ts';
import { listOf, usualOf } from './schema.ts';
import { useNames } from './title.ts';

/** Most values that are all shown at once. */
const SHOWN_MAX = 4;
const NONE = '';
/** Values that are other names of values, for programs: shown where they were given. */
const OTHER_NAMES: readonly unknown[] = ['uncongested'];

/** A value that answers nothing without timetables. */
const BY_TIMETABLE = 'transit';

/** One of a few values: all of them shown, or a list to choose from. */
export function ChoiceControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const names = useNames();
  const id = useId();
  const { has } = useLacking();
  const usual = usualOf(schema);
  const chosen = value ?? usual;
  const values = (valuesOf(schema) ?? []).filter((one) => one === chosen || !OTHER_NAMES.includes(one));
  const lacksTimetables = values.includes(BY_TIMETABLE) && !has('transit');
  const take = (key: unknown) => onChange(values.find((one) => String(one) === key));
  if (values.length > SHOWN_MAX || usual === undefined) {
    const choices = values.map((one) => ({ id: String(one), name: names.value(one) }));
    const none = usual === undefined ? [{ id: NONE, name: say('field.none') }] : [];
    return (
      <div className="field-with-help">
        <Select
          label={label}
          choices={[...none, ...choices]}
          value={chosen === undefined ? NONE : String(chosen)}
          onChange={take}
        />
        <Help label={label} help={help} />
        <FieldFault>{error}</FieldFault>
      </div>
    );
  }
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      <ToggleButtonGroup
        className="segments"
        aria-labelledby={id}
        disallowEmptySelection
        selectedKeys={[String(chosen)]}
        onSelectionChange={([key]) => take(key)}
      >
        {values.map((one) => (
          <ToggleButton
            key={one}
            id={String(one)}
            className="segment"
            isDisabled={lacksTimetables && one === BY_TIMETABLE}
          >
            {names.value(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {lacksTimetables && <p className="soft small">{say('studio.lacking.transit')}</p>}
      <FieldFault>{error}</FieldFault>
    </div>
  );
}

/** Any number of a list of values. */
export function ChoicesControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const names = useNames();
  const id = useId();
  const values = valuesOf(listOf(schema)?.items ?? {}) ?? [];
  const chosen = (value ?? schema.default ?? []) as readonly (string | number)[];
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      <ToggleButtonGroup
        className="chips"
        aria-labelledby={id}
        selectionMode="multiple"
        selectedKeys={chosen.map(String)}
        onSelectionChange={(keys) => onChange(values.filter((one) => keys.has(String(one))))}
      >
        {values.map((one) => (
          <ToggleButton key={one} id={String(one)} className="chip">
            {names.value(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <FieldFault>{error}</FieldFault>
    </div>
  );
}

/** Yes or no. */
export function FlagControl({ label, help, schema, value, onChange, error }: ControlProps) {
  return (
    <div className="field-with-help">
      <Checkbox isSelected={(value ?? schema.default ?? false) === true} onChange={onChange}>
        {label}
      </Checkbox>
      <Help label={label} help={help} />
      <FieldFault>{error}</FieldFault>
    </div>
  );
}
