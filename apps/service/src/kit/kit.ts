import { join } from 'node:path';
import type { Action } from '@hinterland/actions';
import type { Loop } from './background/loop.ts';
import type { Clock, Db } from './db/database.ts';
import type { SetLimits } from './fairness/setLimits.ts';
import type { Log } from './log.ts';
import { openMailSender } from './mail/sender.ts';
import { openMailTransport } from './mail/transport.ts';
import type { Metrics } from './metrics/metrics.ts';
import { Offload } from './offload/offload.ts';
import { makeAttempts } from './rates/attempts.ts';
import { Budgets, makeRequestCounts } from './rates/budgets.ts';
import type { Pace } from './rates/pace.ts';
import { openSecrets, type SecretsSettings } from './secrets/box.ts';
import type { Traces } from './traces/traces.ts';

/** What every wing of the service is made with. */
export type Kit = ReturnType<typeof openKit>;

export interface KitSettings extends SecretsSettings {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null where none are exported. */
  readonly traces: Traces | null;
  readonly actions: readonly Action[];
  /** Module that the thread for large bodies loads the actions from. */
  readonly registry: string;
  readonly limits: SetLimits;
  readonly pace: Pick<Pace, 'enter' | 'refuse' | 'othersWork' | 'customersWork'>;
  readonly smtpUrl: string | undefined;
  /** Sender of mail. */
  readonly mailFrom: string;
  readonly operatorMail: string | undefined;
  /** Whether it is an organization's own server, without prices. */
  readonly house: boolean;
  /** Public address; known once the service listens. */
  readonly baseUrl: () => string;
  readonly mailMilliseconds: number;
  readonly limitMilliseconds: number | undefined;
}

export function openKit({ limits, mailFrom, mailMilliseconds, ...settings }: KitSettings) {
  const { db, clock, log, metrics, traces, actions, pace, operatorMail, house, baseUrl, home, smtpUrl } = settings;
  const secrets = openSecrets(settings);
  const transport = openMailTransport({ smtpUrl, from: mailFrom, folder: join(home, 'mail'), log });
  const everyMilliseconds = mailMilliseconds;
  const mailSender = openMailSender({ db, clock, secrets, transport, log, everyMilliseconds });
  const budgets = new Budgets(() => performance.now());
  const maximumOf = (id: number) => limits.of(id, 'organization_requests');
  const report = (event: string, details: Record<string, unknown>) => log.warn(details, event);
  return {
    db,
    clock,
    log,
    metrics,
    traces,
    actions,
    secrets,
    mailSender,
    operatorMail,
    house,
    baseUrl,
    pace,
    budgets,
    counts: makeRequestCounts({ budgets, pace, maximumOf }),
    attempts: makeAttempts(db, clock),
    offload: new Offload({ registry: settings.registry, report }),
    loops: [limits.keepRead(db, log, settings.limitMilliseconds), mailSender] as readonly Loop[],
  };
}
