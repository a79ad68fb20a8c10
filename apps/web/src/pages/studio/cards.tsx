import { type RefObject, useEffect } from 'react';
import type { Drawn } from '../../map/data/drawn.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import type { Pin } from '../../map/view/pins.ts';
import { usePointing } from '../../ui/pointed.tsx';
import { useCards } from './useCards.ts';

interface CardsProps {
  readonly map: RefObject<TheMap | null>;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly drawn: Drawn;
  readonly pins: readonly Pin[];
}

/** Shows on the map what is known of what is pointed at. */
export default function Cards({ map, result, drawn, pins }: CardsProps) {
  const cardOf = useCards(result, drawn, pins);
  const { pointed } = usePointing();
  useEffect(() => map.current?.card(pointed, pointed === null ? null : cardOf(pointed)), [map, pointed, cardOf]);
  return null;
}
