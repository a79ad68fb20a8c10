import { limitOf } from '@hinterland/answers/words';
import { useCallback, useMemo } from 'react';
import { useFigures } from '../../answer/results/figure.ts';
import { currencyOf } from '../../answer/results/units.ts';
import { useNames } from '../../fields/title.ts';
import type { Drawn } from '../../map/data/drawn.ts';
import { featureOf } from '../../map/data/joint.ts';
import type { CardContent } from '../../map/view/hoverCard.ts';
import type { Pin } from '../../map/view/pins.ts';
import { type TextKey, useText, useWords } from '../../text/index.ts';
import { cellsOf } from './forecastOf.ts';
import { rowsByJoint } from './rowsByJoint.ts';

/** Members that a card has, the most telling first. */
const SHOWN = [
  'rank',
  'netNew',
  'captured',
  'expectedSales',
  'spentHere',
  'sales',
  'squareMeters',
  'brand',
  'reached',
  'exclusive',
  'shared',
  'bestRows',
  'people',
  'unreached',
  'cumulativeResidents',
  'minutes',
];
const SHOWN_MAX = 4;
/** Those that are money of a year. */
const MONEY = ['netNew', 'captured', 'expectedSales', 'spentHere', 'sales'];

/** Returns what a card says of the feature or place with a joint: its name, and what the answer knows of it. */
export function useCards(
  result: Readonly<Record<string, unknown>> | null,
  drawn: Drawn,
  pins: readonly Pin[],
): (joint: string) => CardContent | null {
  const { say } = useText();
  const words = useWords();
  const names = useNames();
  const { measured } = useFigures();
  const known = useMemo(() => rowsByJoint(result), [result]);
  const currency = result === null ? '' : currencyOf(result);
  return useCallback(
    (joint) => {
      const textOf = (value: unknown, name: string) =>
        typeof value === 'number' && MONEY.includes(name) && currency !== ''
          ? words.tell({ figure: value, unit: 'currency_per_year', currency })
          : measured(value, name);
      const pin = pins.find((one) => one.joint === joint);
      if (pin?.state === 'corner') return null;
      const properties = featureOf(drawn, joint)?.properties ?? {};
      const cells = cellsOf({ ...properties, ...known.get(joint) });
      const limit = limitOf(cells);
      const { part } = cells;
      const title =
        pin?.name ||
        String(cells.name ?? '') ||
        (limit !== null
          ? words.title({ part: 'within', limit })
          : typeof part === 'string'
            ? say(`part.${part}` as TextKey)
            : '');
      const facts = SHOWN.filter((name) => cells[name] !== undefined && cells[name] !== null && cells[name] !== '')
        .slice(0, SHOWN_MAX)
        .map((name) => ({ name: names.figure(name), text: textOf(cells[name], name) }));
      return title === '' && facts.length === 0 ? null : { title, facts };
    },
    [pins, drawn, known, currency, say, words, names, measured],
  );
}
