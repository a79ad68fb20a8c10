import type { Corrections } from '@hinterland/territory';
import type { OverlaySource } from '../../engine/engine.ts';
import type { Overlay } from '../../engine/protocol.ts';
import type { Db } from '../../kit/db/database.ts';
import { mergedCorrections } from './merged.ts';
import { type OverlayKey, readInForce, revisionsOf } from './store.ts';

/** Overlays of organizations that were asked for last, ready to be sent to threads. */
const KEPT = 50;

/** What answers name as the state of corrections. */
export const revisionText = ({
  organization,
  operator,
}: {
  readonly organization: number;
  readonly operator: number;
}) => `${operator}.${organization}`;

/** Reads corrections for the engine: the operator's, and over them those of the organization that asks. */
export function makeOverlays(db: Db): OverlaySource {
  const kept = new Map<string, Overlay | null>();
  return {
    async of(organizationId, territoryId) {
      const key: OverlayKey = { organizationId: organizationId ?? null, territoryId };
      const revisions = await revisionsOf(db, key);
      if (revisions.inForce === 0) return null;
      const revision = revisionText(revisions);
      const name = `${territoryId}:${organizationId ?? ''}:${revision}`;
      const found = kept.get(name) ?? (await read(db, key, revisions, name));
      kept.delete(name);
      kept.set(name, found);
      for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
      return found;
    },
  };
}

/** As they were at the revision of the name, so that a change that comes between does not have its name. */
async function read(
  db: Db,
  { organizationId, territoryId }: OverlayKey,
  revisions: { readonly organization: number; readonly operator: number },
  key: string,
): Promise<Overlay | null> {
  const operators = await readInForce(db, { organizationId: null, territoryId }, revisions.operator);
  const own =
    organizationId === null ? [] : await readInForce(db, { organizationId, territoryId }, revisions.organization);
  if (operators.length + own.length === 0) return null;
  const corrections: Corrections = {
    revision: revisionText(revisions),
    of: { organization: own.length, operator: operators.length },
    stores: mergedCorrections([...operators, ...own]),
  };
  const text = Buffer.from(JSON.stringify(corrections));
  const bytes = new SharedArrayBuffer(text.length);
  new Uint8Array(bytes).set(text);
  return { key, bytes };
}
