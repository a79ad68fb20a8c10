import { useId } from 'react';
import { useResource } from '../api/queries.ts';
import { useText } from '../text/index.ts';
import { Select } from '../ui/fields.tsx';
import { FieldFault, Labelled } from './help.tsx';
import { type ControlProps, useSurroundings } from './props.ts';

const NONE = '';
/** The sales model that forecasts: one of those that were learned in an analysis. Nothing where there is none. */
export default function ModelControl({ label, help, value, onChange, error }: ControlProps) {
  const { say } = useText();
  const id = useId();
  const { path } = useSurroundings();
  const given = (value ?? {}) as { readonly analysis?: string; readonly version?: number };
  const analyses = useResource(`${path}/analyses`);
  const all = analyses.data?.data ?? [];
  const learned = all.filter(
    ({ salesModelVersion, id: code }) => salesModelVersion !== null || code === given.analysis,
  );
  if (learned.length === 0 && given.analysis === undefined) return null;
  return (
    <div className="field stack-tight">
      <Labelled label={label} help={help} id={id} />
      <Select
        label={label}
        labelHidden
        choices={[
          { id: NONE, name: say('studio.model.none') },
          ...learned.map(({ id: code, name }) => ({ id: code, name })),
        ]}
        value={given.analysis ?? NONE}
        onChange={(next) => onChange(next === NONE ? undefined : { analysis: next })}
      />
      <FieldFault>{error}</FieldFault>
    </div>
  );
}
