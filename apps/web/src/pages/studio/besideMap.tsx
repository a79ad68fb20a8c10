import { type RefObject, useEffect } from 'react';
import type { Drawn } from '../../map/data/drawn.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import type { Pin } from '../../map/view/pins.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { useCards } from './useCards.ts';
import type { ChangeQuestion } from './useQuestion.ts';
import { useStepsBack } from './useStepsBack.ts';

interface BesideProps {
  readonly map: RefObject<TheMap | null>;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly drawn: Drawn;
  readonly pins: readonly Pin[];
  readonly actionId: string | null;
  readonly change: ChangeQuestion;
}

/** What nobody needs before the map is drawn: cards of what is pointed at on it, and the way back to the question before. */
export default function BesideMap({ map, result, drawn, pins, actionId, change }: BesideProps) {
  useStepsBack(actionId, change);
  const cardOf = useCards(result, drawn, pins);
  const { pointed } = usePointing();
  useEffect(() => map.current?.card(pointed, pointed === null ? null : cardOf(pointed)), [map, pointed, cardOf]);
  return null;
}
