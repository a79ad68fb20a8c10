import type { ActionResult } from '@hinterland/client';
import { useId } from 'react';
import { type TextKey, useText } from '../../text/index.ts';
import { Segments } from '../../ui/segments.tsx';
import { drawnModes, shownMode } from './compared.ts';

interface ModesOnMapProps {
  readonly result: Partial<ActionResult<'analysis.isochrone'>>;
  /** The mode that is looked at. */
  readonly looked: string | null;
  readonly onLook: (mode: string) => void;
}

/** Which mode of a comparison lies on the map; a sentence where the answer has no outlines. */
export function ModesOnMap({ result, looked, onLook }: ModesOnMapProps) {
  const { say } = useText();
  const id = useId();
  const drawn = drawnModes(result.modes ?? []);
  if (result.modes === undefined) return null;
  if (drawn.length === 0) return <p className="soft small">{say('studio.modes.noShapes')}</p>;
  return (
    <div className="field" data-modes-on-map>
      <span className="label" id={id}>
        {say('studio.modes.map')}
      </span>
      <Segments
        label={say('studio.modes.map')}
        choices={drawn.map(({ mode }) => ({ id: mode, name: say(`value.${mode}` as TextKey) }))}
        value={shownMode(result, looked)?.mode ?? 'car'}
        onChange={onLook}
      />
    </div>
  );
}
