/**
 * What delivers webhooks, as a process of its own, for tests that kill it. Settings come from the environment. Leases are
 * short, so that what a killed process left behind is soon taken up. An attempt may last longer than its lease and is then
 * made twice: on a busy machine the receiver may answer late, and an attempt that failed would wait a minute for the next.
 */

import { databaseClock, openDatabase } from '../kit/db/database.ts';
import { openLog } from '../kit/log.ts';
import { openSecrets } from '../kit/secrets/box.ts';
import { readConfig } from '../start/config.ts';
import { makeDeliver } from '../webhooks/deliver.ts';
import { resolveHost } from '../webhooks/resolve.ts';
import { makeSender } from '../webhooks/send.ts';
import { openWebhookSender } from '../webhooks/sender.ts';
import { makeTargets } from '../webhooks/targets.ts';

const config = readConfig(process.env);
const database = await openDatabase(config);
const baseUrl = () => 'http://127.0.0.1:1';
const targets = makeTargets({ resolve: resolveHost, allowedNetworks: config.webhookNetworks, baseUrl });
const log = openLog({ level: config.logLevel });
const send = makeSender({ targets, timeoutMilliseconds: 30_000 });
const { db } = database;
const clock = databaseClock;
openWebhookSender({
  db,
  clock,
  log,
  deliver: makeDeliver({ db, clock, log, baseUrl, mailSender: { nudge() {} }, send, traces: null }),
  secrets: openSecrets(config),
  baseUrl,
  everyMilliseconds: 10,
  leaseSeconds: 2,
});
process.stdout.write('ready\n');
setInterval(() => {}, 1 << 30);
