import type { Verdict } from '@hinterland/answers/words';
import { roomVerdict } from '../markets/roomVerdict.ts';
import type { Output } from './schema.ts';

/** The verdict of the first sector that has figures. */
export function verdictOf(result: Output): Verdict | null {
  const sector = result.sectors.find(({ available }) => available);
  return sector?.available ? roomVerdict(result, sector, result.territory.currency) : null;
}
