import { type Action, storesFind } from '@hinterland/actions';
import { sectorOf } from '@hinterland/catalogue';
import {
  type Correction,
  type CorrectionKind,
  type CorrectionList,
  LIMITS,
  type NewCorrection,
  type storeList,
} from '@hinterland/contract';
import type { ListedStore } from '@hinterland/territory';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/engine.ts';
import { type Doer, note } from '../../kit/audit/note.ts';
import { type Clock, type Db, now } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { newUlid } from '../../kit/ulid.ts';
import type { Actor } from '../../kit/who.ts';
import { OWN_STORE } from './merged.ts';
import { revisionText } from './overlays.ts';
import { present } from './present.ts';
import * as store from './store.ts';
import { correctionsOfTable, tableOfCorrections } from './table.ts';

export interface CorrectionSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
}

/** Who corrects: a member or a caller with a key. */
export type Corrector = Actor & Doer;

export interface StoresAsked {
  readonly lat?: number | undefined;
  readonly lng?: number | undefined;
  readonly meters: number;
  readonly id?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: number;
}

type FoundStore = Omit<z.output<typeof storeList>['data'][number], 'corrections'>;

/** Corrections of stores. */
export type CorrectionService = ReturnType<typeof makeCorrections>;

export function makeCorrections({ db, clock, engine }: CorrectionSettings) {
  /** Stores of a territory: as the lists have them, or as the organization sees them. */
  async function find(
    territory: string | undefined,
    input: object,
    { organizationId, signal }: { readonly organizationId?: number; readonly signal: AbortSignal },
  ): Promise<{ readonly territoryId: string; readonly stores: readonly FoundStore[]; readonly total: number }> {
    const lease = engine.lease({}, territory ?? null);
    try {
      const { manifest, players } = lease.generation.territory;
      if (players === null) throw invalid('#/territory', `${manifest.name} holds no stores.`);
      const parsed = storesFind.input.parse(input);
      const { resultJson } = await engine.run(
        { action: storesFind as Action, input: parsed, channel: 'web', lease },
        { signal, ...(organizationId === undefined ? {} : { organizationId }) },
      );
      const { stores, total } = JSON.parse(Buffer.from(resultJson).toString('utf8'));
      return { territoryId: manifest.id, stores, total };
    } finally {
      lease.release();
    }
  }

  const territoryOf = (chosen: string | undefined): string => {
    const lease = engine.lease({}, chosen ?? null);
    lease.release();
    return lease.generation.territory.manifest.id;
  };

  /** What is to be stored for corrections as they were sent; `pointerOf` names each in what was sent. */
  async function resolve(
    caller: Corrector,
    territory: string | undefined,
    sent: readonly NewCorrection[],
    pointerOf: (i: number) => string,
    signal: AbortSignal,
  ): Promise<{ readonly key: store.OverlayKey; readonly made: store.MadeCorrection[] }> {
    const ids = [...new Set(sent.flatMap(({ storeId }) => (storeId === undefined ? [] : [storeId])))];
    const { territoryId, stores } = await find(
      territory,
      { ids, limit: Math.max(1, ids.length), asListed: true },
      { signal },
    );
    const key = { organizationId: caller.organization.id, territoryId };
    const listed = new Map(stores.map((one) => [one.id, one]));
    const inForce = ids.some((id) => !listed.has(id)) ? await store.readInForce(db, key) : [];
    const corrected = new Map(inForce.map((row) => [row.store_id, row.listed]));
    const added = new Set(inForce.flatMap((row) => (row.kind === 'added' ? [row.store_id] : [])));
    const today = await todayOf(db, clock);
    const made = sent.map(({ kind, storeId, reason, territory: _, ...said }, i): store.MadeCorrection => {
      checkSaid(said, today, pointerOf(i));
      const found = storeId === undefined ? undefined : listed.get(storeId);
      const id = storeId ?? OWN_STORE + newUlid();
      if (storeId !== undefined && found === undefined && !added.has(storeId) && !corrected.get(storeId)) {
        throw invalid(
          `${pointerOf(i)}/storeId`,
          `There is no store with the id ${storeId} in this territory. GET /stores gives the ids.`,
        );
      }
      const known = found === undefined ? (corrected.get(id) ?? null) : listedOf(found);
      return { storeId: id, kind, said, listed: known, reason: reason ?? null, userId: caller.user.id };
    });
    return { key, made };
  }

  return {
    async list(
      caller: Actor,
      asked: {
        readonly territory?: string | undefined;
        readonly all: boolean;
        readonly revision?: string | undefined;
        readonly offset: number;
        readonly limit: number;
      },
    ): Promise<CorrectionList> {
      const { territory, revision, offset, limit } = asked;
      const organizationId = caller.organization.id;
      const territoryId = territory === undefined ? null : territoryOf(territory);
      if (revision !== undefined) {
        const then = await atRevision(
          db,
          { organizationId, territoryId: territoryId ?? territoryOf(undefined) },
          revision,
        );
        return { data: then.slice(offset, offset + limit).map(present), total: then.length, revision };
      }
      const { rows, total } = await store.listCorrections(db, organizationId, territoryId, asked);
      const now = territoryId === null ? null : await store.revisionsOf(db, { organizationId, territoryId });
      return { data: rows.map(present), total, revision: now === null ? null : revisionText(now) };
    },

    /** Says something of a store. Throws validation_error, and organization_limit_reached beyond `LIMITS.correctionsMax`. */
    async make(caller: Corrector, sent: NewCorrection, signal: AbortSignal): Promise<Correction> {
      const { key, made } = await resolve(caller, sent.territory, [sent], () => '#', signal);
      const id = await db.transaction().execute(async (trx) => {
        const revision = await store.beginChange(trx, key);
        const [stored] = await store.storeCorrections(trx, clock, key, revision, made);
        requireRoom(await store.endChange(trx, key));
        const details = { kind: sent.kind, store: made[0]!.storeId, territory: key.territoryId };
        await note(trx, clock, caller, 'correction.made', { id: stored!, details });
        return stored!;
      });
      return present((await store.findCorrection(db, caller.organization.id, id))!);
    },

    /** Takes a correction back; what was in force before it is so again. Throws not_found and insufficient_role. */
    async undo(caller: Corrector, id: string): Promise<Correction> {
      const found = /^[0-9]{1,15}$/.test(id)
        ? await store.findCorrection(db, caller.organization.id, Number(id))
        : null;
      if (found === null) throw new ProblemError('not_found', 'Your organization has no correction with this number.');
      if (found.user_id !== caller.user.id && caller.role === 'member') {
        throw new ProblemError('insufficient_role', 'Only who made a correction, admins and owners may undo it.');
      }
      const key = { organizationId: caller.organization.id, territoryId: found.territory_id };
      await db.transaction().execute(async (trx) => {
        const revision = await store.beginChange(trx, key);
        const isUndone = await store.undoCorrection(trx, clock, { id: found.id, by: caller.user.id, revision });
        if (!isUndone) return;
        await store.endChange(trx, key);
        const details = { kind: found.kind, store: found.store_id, territory: found.territory_id };
        await note(trx, clock, caller, 'correction.undone', { id: found.id, details });
      });
      return present((await store.findCorrection(db, caller.organization.id, found.id))!);
    },

    /** Corrections in force as a table. */
    async csv(caller: Actor, territory: string | undefined): Promise<string> {
      const key = { organizationId: caller.organization.id, territoryId: territoryOf(territory) };
      return tableOfCorrections(await store.readInForce(db, key));
    },

    /**
     * Stores every row of a table, or none. Rows that say what is in force already are left out, so that a table that was
     * exported can be imported again.
     */
    async importCsv(
      caller: Corrector,
      { territory, csv }: { readonly territory?: string | undefined; readonly csv: string },
      signal: AbortSignal,
    ): Promise<{ stored: number; unchanged: number }> {
      const sent = await correctionsOfTable(csv);
      const pointerOf = (i: number) => `#/csv/${sent[i]!.line}`;
      const { key, made } = await resolve(
        caller,
        territory,
        sent.map(({ correction }) => correction),
        pointerOf,
        signal,
      );
      return db.transaction().execute(async (trx) => {
        const revision = await store.beginChange(trx, key);
        const known = new Set(
          (await store.readInForce(trx, key)).map((row) => sayingOf(row.kind, row.store_id, row.said)),
        );
        const news = made.filter(({ kind, storeId, said }) => !known.has(sayingOf(kind, storeId, said)));
        if (news.length > 0) await store.storeCorrections(trx, clock, key, revision, news);
        requireRoom(await store.endChange(trx, key));
        const details = { stored: news.length, territory: key.territoryId };
        await note(trx, clock, caller, 'correction.imported', { details });
        return { stored: news.length, unchanged: made.length - news.length };
      });
    },

    /** Stores as the organization sees them, each with its corrections in force. */
    async stores(caller: Actor, territory: string | undefined, asked: StoresAsked, signal: AbortSignal) {
      const { id, lat, lng, meters, text, limit } = asked;
      if (id === undefined && text === undefined && (lat === undefined || lng === undefined)) {
        throw invalid('#', 'Say which stores: an id, a place by lat and lng, or a text.');
      }
      const input = {
        ...(id === undefined ? {} : { ids: [id] }),
        ...(lat === undefined || lng === undefined ? {} : { near: { lat, lng, meters } }),
        ...(text === undefined ? {} : { text }),
        limit,
      };
      const organizationId = caller.organization.id;
      const { territoryId, stores, total } = await find(territory, input, { organizationId, signal });
      const inForce = await store.readInForce(db, { organizationId, territoryId });
      const correctionsOf = ({ id: storeId }: FoundStore) =>
        inForce.filter((row) => row.store_id === storeId).map(present);
      return { data: stores.map((one) => ({ ...one, corrections: correctionsOf(one) })), total };
    },
  };
}

const listedOf = ({ name, brand, sectorCode, lat, lng }: FoundStore): ListedStore => ({
  name,
  brand,
  sector: sectorCode,
  lat,
  lng,
});

/** The day in the last time zone: nobody is told that today is in the future. */
async function todayOf(db: Db, clock: Clock): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char((${now(clock)} + interval '14 hours') at time zone 'UTC', 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]!.day;
}

function checkSaid({ since, sectorCode }: store.Said, today: string, pointer: string): void {
  if (since !== undefined && since > today) {
    throw invalid(
      `${pointer}/since`,
      `${since} is in the future. Correct a store when it is so, at the earliest on that day.`,
    );
  }
  if (sectorCode !== undefined && sectorOf(sectorCode) === undefined) {
    throw invalid(`${pointer}/sectorCode`, `There is no sector ${sectorCode}. markets.sectors gives the codes.`);
  }
}

function requireRoom(inForce: number): void {
  if (inForce <= LIMITS.correctionsMax) return;
  throw new ProblemError(
    'organization_limit_reached',
    `An organization may have ${LIMITS.correctionsMax} corrections in force in a territory; these would be ${inForce}. Undo some first.`,
  );
}

const sayingOf = (kind: CorrectionKind, storeId: string, said: store.Said): string =>
  JSON.stringify([kind, kind === 'added' ? '' : storeId, Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The corrections that an answer with this revision was computed with. Throws validation_error for what is none. */
async function atRevision(db: Db, { organizationId, territoryId }: store.OverlayKey, revision: string) {
  const [operators, own] = /^\d{1,9}\.\d{1,9}$/.test(revision) ? revision.split('.').map(Number) : [];
  if (operators === undefined || own === undefined) {
    throw invalid('#/revision', 'A revision is as an answer gives it under corrections, such as 0.12.');
  }
  return [
    ...(await store.readInForce(db, { organizationId: null, territoryId }, operators)),
    ...(await store.readInForce(db, { organizationId, territoryId }, own)),
  ];
}
