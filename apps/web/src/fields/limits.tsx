import { type Limit, limitFigure, limitUnit } from '@hinterland/answers/words';
import { useId, useState } from 'react';
import { Input, Label, Slider, SliderThumb, SliderTrack, TextField } from 'react-aria-components';
import { useFormat } from '../ui/format.ts';
import { FieldFault, Labelled } from './help.tsx';
import type { ControlProps } from './props.ts';
import { listOf } from './schema.ts';

/** Limits of bands are seconds or meters; people think in minutes and kilometers. */
const SECONDS = { divisor: 60, of: (seconds: number): Limit => ({ seconds }), first: 30, step: 1 } as const;
const METERS = { divisor: 1000, of: (meters: number): Limit => ({ meters }), first: 5, step: 0.1 } as const;

/** Limits of bands: thumbs on one line, and the same as text. */
export default function LimitsControl({ label, help, schema, value, onChange, error }: ControlProps) {
  const { number } = useFormat();
  const id = useId();
  const { divisor, of, first, step } = /second/i.test(schema.description ?? '') ? SECONDS : METERS;
  const most = (listOf(schema)?.items?.maximum ?? divisor * first) / divisor;
  const limits = ((value ?? schema.examples?.[0] ?? []) as readonly number[]).map((limit) => limitFigure(of(limit)));
  const [text, setText] = useState('');
  const [isTyping, setTyping] = useState(false);
  // The line is as long as what is asked for needs, so that small limits are not cramped.
  const end = Math.min(most, [first, first * 2, first * 4].find((length) => length >= (limits.at(-1) ?? 0)) ?? most);
  const take = (wanted: readonly number[]) => {
    const valid = wanted.filter((limit) => limit > 0 && limit <= most).map((limit) => Math.round(limit * divisor));
    const ascending = [...new Set(valid)].toSorted((a, b) => a - b);
    if (ascending.length > 0) onChange(ascending.slice(0, listOf(schema)?.maxItems));
  };
  const typed = (next: string) => {
    setText(next);
    take(next.split(/[;\s]+|,\s+|,(?=\d{1,4}(?:,|$))/).map((part) => Number(part.replace(',', '.'))));
  };
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      <Slider
        className="limits"
        minValue={0}
        maxValue={end}
        step={step}
        value={[...limits]}
        onChange={(next) => take(next)}
      >
        {/* With a label of their own thumbs are not read with the names of their neighbors. */}
        <Label className="visually-hidden">{label}</Label>
        <SliderTrack className="limits-track">
          {limits.map((limit, i) => (
            <SliderThumb
              // biome-ignore lint/suspicious/noArrayIndexKey: a thumb is the n-th limit
              key={i}
              index={i}
              className="limits-thumb"
              aria-label={`${number(limit)} ${limitUnit(of(0))}`}
            />
          ))}
        </SliderTrack>
      </Slider>
      <TextField
        className="limits-text"
        aria-label={`${label}, ${limitUnit(of(0))}`}
        value={isTyping ? text : limits.map(number).join(', ')}
        onFocus={() => {
          setText(limits.map((limit) => number(limit)).join(', '));
          setTyping(true);
        }}
        onBlur={() => setTyping(false)}
        onChange={typed}
      >
        <Input className="input" inputMode="decimal" />
        <span className="soft">{limitUnit(of(0))}</span>
      </TextField>
      <FieldFault>{error}</FieldFault>
    </div>
  );
}
