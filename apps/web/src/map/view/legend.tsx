import { limitOf, travelOf } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import { type CSSProperties, useMemo } from 'react';
import { type TextKey, useText, useWords } from '../../text/index.ts';
import type { Drawn } from '../data/drawn.ts';
import { SIZE_UNITS, sizedBy } from '../data/result.ts';
import { bandCovers } from '../style/colors.ts';
import { LegendList } from './legendList.tsx';
import type { Pin } from './pins.ts';

interface LegendProps {
  readonly area: Pick<ActionResult<'analysis.isochrone'>, 'bands' | 'method'> | undefined;
  readonly drawn: Drawn;
  readonly pins: readonly Pin[];
  /** What is drawn, where there are several legends: "Version 1". */
  readonly title?: string;
  /** Whether what is drawn belongs to the question before. */
  readonly isStale?: boolean;
}

/** What the colors on the map mean, made from what is drawn. */
export function Legend({ area, drawn, pins, title, isStale = false }: LegendProps) {
  const { say } = useText();
  const words = useWords();
  const [parts, pointStates, sized] = useMemo(() => [partsOf(drawn), statesOf(drawn), sizedBy(drawn.points)], [drawn]);
  const pinStates = pins.flatMap(({ state }) => (state === 'corner' || state === 'found' ? [] : [state ?? 'asked']));
  const all = [...new Set([...pinStates, ...pointStates])];
  // Alone on the map, a place needs no name for its color.
  const states = all.length === 1 && all[0] === 'asked' ? [] : all;
  const covers = bandCovers(area?.bands.length ?? 1).toReversed();
  const hasArea = drawn.area.length > 0 && area !== undefined;
  if (!hasArea && parts.length === 0 && states.length === 0) return null;
  const head = hasArea ? words.title(travelOf(area.method)) : say('map.legend');
  return (
    <LegendList name={title} head={head} isHeaded={hasArea} isStale={isStale}>
      {hasArea &&
        area.bands.map((band, i) => (
          <li key={band.limitSeconds ?? band.limitMeters} data-widest={i === area.bands.length - 1}>
            <span className="swatch" style={{ '--depth': `${Math.round(100 * (covers[i] ?? 0))}%` } as CSSProperties} />
            <span>{words.title({ part: 'within', limit: limitOf(band) ?? {} })}</span>
            {band.cumulativeResidents !== null && (
              <span className="legend-figure" data-value={band.cumulativeResidents}>
                {words.short(band.cumulativeResidents, 'people')}
              </span>
            )}
          </li>
        ))}
      {[...parts, ...states].map((part) => (
        <li key={part}>
          <span className="swatch" data-part={part} />
          <span>{say(`part.${part}` as TextKey)}</span>
        </li>
      ))}
      {sized !== null && (
        <li>
          <span className="swatch" data-part="sized" />
          <span>{say(`map.sized.${sized.by}`, { most: words.short(sized.most, SIZE_UNITS[sized.by]) })}</span>
        </li>
      )}
    </LegendList>
  );
}

const partsOf = ({ shapes }: Drawn): string[] => [...new Set(shapes.map(({ properties }) => String(properties?.part)))];

const statesOf = ({ points }: Drawn): string[] => [
  ...new Set(points.map(({ properties }) => String(properties?.state ?? 'points'))),
];
