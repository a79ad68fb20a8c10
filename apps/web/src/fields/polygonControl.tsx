import { useId, useState } from 'react';
import { useText } from '../text/index.ts';
import { FieldFault, Labelled } from './help.tsx';
import { cornersIn, polygonOf } from './polygon.ts';
import type { ControlProps } from './props.ts';
import { JsonControl } from './text.tsx';

/** A polygon: corners put on the map, where they are dragged, or GeoJSON. */
export function PolygonControl(props: ControlProps) {
  const { label, help, value, onChange, error } = props;
  const { say } = useText();
  const id = useId();
  const [isJson, setJson] = useState(false);
  const corners = cornersIn(value);
  return (
    <div className="field stack-tight" data-corners={corners.length}>
      <Labelled label={label} help={help} id={id} />
      <p className="soft small">{say('studio.polygon.hint')}</p>
      {value !== undefined && (
        <div className="row">
          <span role="status">{say('studio.polygon.corners', { count: corners.length })}</span>
          {corners.length > 0 && (
            <button type="button" className="link" onClick={() => onChange(polygonOf(corners.slice(0, -1)))}>
              {say('studio.polygon.removeLast')}
            </button>
          )}
          <button type="button" className="link" onClick={() => onChange(undefined)}>
            {say('studio.clear')}
          </button>
        </div>
      )}
      {!isJson && <FieldFault>{error}</FieldFault>}
      <details onToggle={(event) => setJson(event.currentTarget.open)}>
        <summary>{say('studio.polygon.json')}</summary>
        {isJson && <JsonControl {...props} />}
      </details>
    </div>
  );
}
