import type { Section } from '@hinterland/answers/words';
import { EDGE_TOLD } from '../verdicts/outcome.ts';

/** That part of the reach lies beyond the map, where it is a tenth of it or more at some origin. */
export function edgeSection(
  origins: readonly { readonly beyondMapShare?: number | undefined }[] = [],
): readonly Section[] {
  const most = Math.max(0, ...origins.map(({ beyondMapShare = 0 }) => beyondMapShare));
  if (most < EDGE_TOLD) return [];
  return [
    { isKept: true, parts: [{ kind: 'text', text: { text: 'verdict.edge', with: { share: { portion: most } } } }] },
  ];
}
