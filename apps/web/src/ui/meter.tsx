import { Meter as AriaMeter, Label } from 'react-aria-components';

interface MeterProps {
  readonly label: string;
  /** The label is read aloud but not shown. */
  readonly labelHidden?: boolean;
  readonly value: number;
  readonly max: number;
  readonly text: string;
}

/** Use of a limit as a bar with figures. */
export function Meter({ label, labelHidden = false, value, max, text }: MeterProps) {
  return (
    <AriaMeter className="meter" value={Math.min(value, max)} maxValue={Math.max(max, 1)} valueLabel={text}>
      {({ percentage }) => (
        <>
          <div className="row-between">
            <Label {...(labelHidden ? { className: 'visually-hidden' } : {})}>{label}</Label>
            <span className="soft small">{text}</span>
          </div>
          <div className="meter-track">
            <div
              className="meter-fill"
              data-level={percentage >= 80 ? 'high' : 'normal'}
              style={{ width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaMeter>
  );
}
