import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { Choice } from './fields.tsx';

interface SegmentsProps<K extends string> {
  readonly label: string;
  readonly choices: readonly Choice<K>[];
  readonly value: K;
  readonly onChange: (value: K) => void;
}

/** A choice of a few, all of them shown. */
export function Segments<K extends string>({ label, choices, value, onChange }: SegmentsProps<K>) {
  return (
    <ToggleButtonGroup
      className="segments"
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        if (chosen !== undefined) onChange(chosen as K);
      }}
    >
      {choices.map(({ id, name }) => (
        <ToggleButton key={id} id={id} className="segment">
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
