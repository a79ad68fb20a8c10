import { Meter as AriaMeter, Label } from 'react-aria-components';

/** Use of a limit as a bar with figures. */
export function Meter({ label, value, max, text }: { label: string; value: number; max: number; text: string }) {
  return (
    <AriaMeter className="meter" value={Math.min(value, max)} maxValue={Math.max(max, 1)} valueLabel={text}>
      {({ percentage }) => (
        <>
          <div className="row-between">
            <Label>{label}</Label>
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
