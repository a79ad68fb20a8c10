import { type Action, findAction } from '@hinterland/actions';
import { type FieldError, LIMITS, type NewSupplySubscription, type SupplySubscription } from '@hinterland/contract';
import type { Engine } from '../../engine/engine.ts';
import { type Doer, note } from '../../kit/audit/note.ts';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid, invalidFields } from '../../kit/json.ts';
import { ProblemError } from '../../kit/problem.ts';
import { checked, fieldErrors } from '../../kit/schema.ts';
import type { Actor } from '../../kit/who.ts';
import * as store from './store.ts';

interface SupplySettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly engine: Engine;
}

/** The question that subscriptions ask when a list of stores came into force. */
export const CHANGES = findAction('markets.changes') as Action;

/** What organizations want to be told of when lists of stores change. */
export type SupplyService = ReturnType<typeof makeSupply>;

export function makeSupply({ db, clock, engine }: SupplySettings) {
  async function found(caller: Actor, id: string): Promise<store.SubscriptionRow> {
    const row = /^[0-9]{1,15}$/.test(id) ? await store.findSubscription(db, caller.organization.id, Number(id)) : null;
    if (row !== null) return row;
    throw new ProblemError('not_found', 'Your organization has no subscription with this number.');
  }

  return {
    async list(caller: Actor): Promise<{ data: SupplySubscription[] }> {
      return { data: (await store.listSubscriptions(db, caller.organization.id)).map(present) };
    },

    /** Subscribes to changes from the list in force on. Throws validation_error, outside_coverage, organization_limit_reached. */
    async make(caller: Actor & Doer, sent: NewSupplySubscription): Promise<SupplySubscription> {
      const { name, question, mail, language } = sent;
      if ('since' in question)
        throw invalid('#/question/since', 'A subscription begins with the list in force: leave since out.');
      const parsed = checked(CHANGES.input, question);
      if (!parsed.success) {
        throw invalidFields(parsed.error.issues.flatMap((issue) => fieldErrors(issue, '#/question')));
      }
      const lease = leaseFor(engine, sent);
      lease.release();
      const { manifest, dataVersion } = lease.generation.territory;
      if (dataVersion.players === undefined) throw invalid('#/territory', `${manifest.name} holds no stores.`);
      const row = {
        organizationId: caller.organization.id,
        userId: caller.user.id,
        territoryId: manifest.id,
        seen: dataVersion.players,
        name,
        question,
        mail,
        language,
      };
      const id = await db.transaction().execute(async (trx) => {
        const stored = await store.storeSubscription(trx, clock, row, LIMITS.supplySubscriptions);
        if (stored === null) {
          throw new ProblemError(
            'organization_limit_reached',
            `An organization may have ${LIMITS.supplySubscriptions} subscriptions to changes of stores. Delete one first.`,
          );
        }
        await note(trx, clock, caller, 'supply.subscribed', { id: stored, details: { name, territory: manifest.id } });
        return stored;
      });
      return present((await store.findSubscription(db, caller.organization.id, id))!);
    },

    /** Throws not_found, and insufficient_role for a plain member whose subscription it is not. */
    async remove(caller: Actor & Doer, id: string): Promise<SupplySubscription> {
      const row = await found(caller, id);
      if (row.user_id !== caller.user.id && caller.role === 'member') {
        throw new ProblemError('insufficient_role', 'Only who made a subscription, admins and owners may delete it.');
      }
      await db.transaction().execute(async (trx) => {
        await store.deleteSubscription(trx, caller.organization.id, row.id);
        await note(trx, clock, caller, 'supply.unsubscribed', { id: row.id, details: { name: row.name } });
      });
      return present(row);
    },
  };
}

/** The territory of a question; what lies elsewhere is named by its place in the body. */
function leaseFor(engine: Engine, { question, territory }: NewSupplySubscription): ReturnType<Engine['lease']> {
  try {
    return engine.lease(question, territory ?? null);
  } catch (error) {
    if (!(error instanceof ProblemError) || !Array.isArray(error.fields.errors)) throw error;
    const errors = (error.fields.errors as readonly FieldError[]).map((one) =>
      one.pointer === '#/territory' ? one : { ...one, pointer: one.pointer.replace('#', '#/question') },
    );
    throw new ProblemError(error.code, error.message, { ...error.fields, errors });
  }
}

const present = (row: store.SubscriptionRow): SupplySubscription => ({
  id: row.id,
  name: row.name,
  territoryId: row.territory_id,
  question: { ...row.question },
  mail: row.mail,
  language: row.language,
  author: { id: row.user_id, name: row.user_name },
  createdAt: row.created_at.toISOString(),
  seen: row.seen,
  last: row.last,
  untold: row.untold,
});
