import type { ActionResult } from '@hinterland/client';
import { useNames } from '../../fields/title.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import type { Drawn } from '../data/drawn.ts';

interface LegendProps {
  readonly area: ActionResult<'analysis.isochrone'> | undefined;
  readonly drawn: Drawn;
}

/** What the colors on the map mean, made from what is drawn. */
export function Legend({ area, drawn }: LegendProps) {
  const { say } = useText();
  const names = useNames();
  const { number } = useFormat();
  const parts = [...new Set(drawn.shapes.map(({ properties }) => String(properties?.part)))];
  const hasArea = drawn.area.length > 0 && area !== undefined;
  if (!hasArea && parts.length === 0 && drawn.points.length === 0) return null;
  const { mode, traffic, measure } = area?.method ?? {};
  const how = [mode, traffic].flatMap((value) => (value == null ? [] : [names.value(value)])).join(', ');
  return (
    <ul className="legend">
      {hasArea && (
        <>
          <li className="legend-title">{how === '' ? names.value(measure ?? '') : how}</li>
          {area.bands.map(({ limitSeconds, limitMeters }, i) => (
            <li key={limitSeconds ?? limitMeters}>
              <span className="swatch" data-depth={Math.min(area.bands.length - i, 6)} />
              <span>
                {limitSeconds === undefined
                  ? say('result.kilometers', { kilometers: number((limitMeters ?? 0) / 1000) })
                  : say('result.minutes', { minutes: number(limitSeconds / 60) })}
              </span>
            </li>
          ))}
        </>
      )}
      {parts.map((part) => (
        <li key={part}>
          <span className="swatch" data-part={part} />
          <span>{say(`studio.part.${part}` as TextKey)}</span>
        </li>
      ))}
      {drawn.points.length > 0 && (
        <li>
          <span className="swatch" data-part="points" />
          <span>{say('studio.part.points')}</span>
        </li>
      )}
    </ul>
  );
}
