import { EVENT_CHANGES_MAX, type SupplySubscription } from '@hinterland/contract';
import type { Engine } from '../../engine/engine.ts';
import { type Loop, type Nudge, openLoop } from '../../kit/background/loop.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { recordEvent } from '../../kit/events/record.ts';
import type { Log } from '../../kit/log.ts';
import { queueMail } from '../../kit/mail/outbox.ts';
import { ProblemError } from '../../kit/problem.ts';
import { changesMail } from './mail.ts';
import { CHANGES } from './service.ts';
import * as store from './store.ts';

interface WatchSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly engine: Engine;
  readonly mailSender: Nudge;
  readonly baseUrl: () => string;
  /** Interval at which lists in force are compared with what was told. */
  readonly everyMilliseconds: number;
}

type Totals = Omit<NonNullable<SupplySubscription['last']>, 'since' | 'until' | 'at'>;

interface Answer {
  readonly since: string;
  readonly until: string;
  readonly totals: Readonly<Record<string, Totals>>;
  readonly parts: readonly { readonly id: string }[];
  readonly changes: readonly {
    readonly kind: 'opened' | 'closed' | 'moved' | 'renamed';
    readonly certainty: number;
    readonly id: string;
    readonly name: string;
    readonly sectorCode: string;
    readonly lat: number;
    readonly lng: number;
    readonly address: string;
  }[];
}

/** Tells subscriptions what changed once newer lists of stores are in force: event and mail in one transaction, once per change. */
export const openSupplyWatch = (settings: WatchSettings): Loop =>
  openLoop<store.SubscriptionRow>({
    atOnce: 1,
    everyMilliseconds: settings.everyMilliseconds,
    take: () => claim(settings),
    work: (row, stopping) => tellChanges(settings, row, stopping),
    onError: (error, row) => settings.log.error({ err: error, subscription: row?.id }, 'changes of stores not told'),
  });

async function claim({ db, clock, engine }: WatchSettings): Promise<store.SubscriptionRow | null> {
  for (const { territory } of engine.territories.current) {
    const version = territory.dataVersion.players;
    if (version === undefined) continue;
    const row = await store.claimBehind(db, clock, territory.manifest.id, version);
    if (row !== null) return row;
  }
  return null;
}

/** Tells one subscription. Killed at any moment, it is told again by whoever claims it next, and nothing twice. */
export async function tellChanges(
  { db, clock, engine, mailSender, baseUrl }: Omit<WatchSettings, 'everyMilliseconds' | 'log'>,
  row: store.SubscriptionRow,
  stopping: AbortSignal,
): Promise<void> {
  const lease = engine.lease({}, row.territory_id);
  try {
    const { dataVersion, earlierStores } = lease.generation.territory;
    const until = dataVersion.players;
    if (until === undefined || until <= row.seen) return;
    const isKept = earlierStores.some(({ version }) => version === row.seen);
    const answer = isKept ? await ask(engine, lease, row, stopping).catch(nothingWhereRefused) : null;
    const totals = answer === null ? null : answer.totals[answer.parts.at(-1)!.id]!;
    const isChange = totals !== null && Object.values(totals).some((count) => count > 0);
    const wasTold = await db.transaction().execute(async (trx) => {
      const at = await store.present(trx, clock);
      const last = isChange ? { since: row.seen, until, ...totals, at: at.toISOString() } : row.last;
      const untold = answer === null ? { since: row.seen, until } : null;
      if (!(await store.moveOn(trx, row, { seen: until, last, untold })) || answer === null || !isChange) return false;
      const changes = answer.changes.slice(0, EVENT_CHANGES_MAX);
      const isNew = await recordEvent(trx, {
        organizationId: row.organization_id,
        userId: row.user_id,
        type: 'supply.changed',
        subject: `supply:${row.id}:${row.seen}:${until}`,
        data: {
          subscription: { id: row.id, name: row.name },
          territoryId: row.territory_id,
          since: row.seen,
          until,
          totals: totals!,
          changes: changes.map(({ kind, certainty, id, name, sectorCode, lat, lng, address }) => ({
            kind,
            certainty,
            id,
            name,
            sectorCode,
            lat,
            lng,
            address,
          })),
          changesLeftOut: Object.values(totals!).reduce((sum, count) => sum + count, 0) - changes.length,
        },
        createdAt: at,
      });
      if (!isNew) return false;
      const recipient = row.mail ? await store.makerOf(trx, row) : null;
      if (recipient !== null)
        await queueMail(trx, clock, { ...changesMail(recipient, row, answer, baseUrl()), notice: true });
      return recipient !== null;
    });
    if (wasTold) mailSender.nudge();
  } finally {
    lease.release();
  }
}

/** A place that a newer territory has no more is refused again each time: nothing can be told of it. */
function nothingWhereRefused(error: unknown): null {
  if (error instanceof ProblemError && REFUSALS.includes(error.code)) return null;
  throw error;
}

const REFUSALS: readonly string[] = ['validation_error', 'outside_coverage'];

async function ask(
  engine: Engine,
  lease: ReturnType<Engine['lease']>,
  { question, seen, organization_id }: store.SubscriptionRow,
  signal: AbortSignal,
): Promise<Answer> {
  const input = CHANGES.input.parse({ ...question, since: seen });
  const { resultJson } = await engine.run(
    { action: CHANGES, input, channel: 'api', lease },
    { signal, organizationId: organization_id },
  );
  return JSON.parse(Buffer.from(resultJson).toString('utf8')) as Answer;
}
