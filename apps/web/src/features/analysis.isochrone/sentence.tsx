import type { ActionResult } from '@hinterland/client';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

type Area = ActionResult<'analysis.isochrone'>;

interface AreaSentenceProps {
  readonly area: Pick<Area, 'bands' | 'method'> & Partial<Pick<Area, 'origins'>>;
  /** Where the area stands in the result. */
  readonly pointer?: string;
  readonly isDrawing?: boolean;
}

/** Who reaches the places, in a sentence: three digits, the whole number for those who point at it. */
export function AreaSentence({ area, pointer = '', isDrawing = false }: AreaSentenceProps) {
  const { say } = useText();
  const { number, people, threeDigits } = useFormat();
  const last = area.bands.at(-1);
  if (last === undefined) return null;
  const { limitSeconds, limitMeters, cumulativeResidents, cumulativePoles } = last;
  const counted = cumulativeResidents ?? cumulativePoles;
  const isOfSeveral = (area.origins?.length ?? 1) > 1;
  const ofPeople = isOfSeveral ? 'studio.area.peopleOfSeveral' : 'studio.area.people';
  const key: TextKey = cumulativeResidents === null ? 'studio.area.poles' : ofPeople;
  const within =
    limitSeconds === undefined
      ? say('result.kilometers', { kilometers: number((limitMeters ?? 0) / 1000) })
      : say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) });
  const by = area.method.mode === null ? 'radius' : area.method.mode;
  return (
    <p className="sentence" data-stale={isDrawing}>
      <strong
        title={people(counted)}
        data-figure={`${pointer}/bands/${area.bands.length - 1}/${cumulativeResidents === null ? 'cumulativePoles' : 'cumulativeResidents'}`}
        data-value={counted}
      >
        {threeDigits(counted)}
      </strong>{' '}
      {say(key, { within, by: say(`studio.by.${by}` as TextKey) })}
    </p>
  );
}
