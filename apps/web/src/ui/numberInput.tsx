import type { ReactNode } from 'react';
import { NumberField as AriaNumberField } from 'react-aria-components';
import { FieldParts } from './fields.tsx';

export interface NumberFieldProps {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  /** null = empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly minValue?: number;
  readonly maxValue?: number;
  readonly placeholder?: string;
}

/** A field of a number, written as the reader's language writes it. */
export function NumberInput({ label, help, error, value, onChange, placeholder, ...range }: NumberFieldProps) {
  return (
    <AriaNumberField
      {...range}
      className="field"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      formatOptions={{ maximumFractionDigits: 3 }}
    >
      <FieldParts label={label} help={help} error={error} placeholder={placeholder} />
    </AriaNumberField>
  );
}
