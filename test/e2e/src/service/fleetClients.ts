import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { countWork } from '../../../../apps/service/src/kit/countWork.ts';
import type { Acknowledged } from './chargingClients.ts';
import { FLEET_TERRITORIES, SURCHARGES } from './fleet.ts';
import { type Sent, sendCharged } from './sendCharged.ts';

export interface FleetClients {
  readonly answered: number;
  /** Calls whose connection broke, and those that were refused for a while, by status and reason. */
  readonly broken: number;
  readonly refused: ReadonlyMap<string, number>;
  /** Versions of which each territory has answered. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lets each client end its call, and tells what they heard. */
  finish(): Promise<Acknowledged>;
}

/** Work in which a call must have come to its end, with all its retries. */
const PATIENCE_MILLISECONDS = 90_000;

/**
 * Clients that do what docs/guides/errors.md says: they repeat a call whose connection broke or that was refused for a while, under the same
 * idempotency key and after `Retry-After`, and take a changed price with a new quote. Every call must end with a result, from one version:
 * the price that it was charged is that of the version that it names.
 */
export function startFleetClients({
  clients,
  secrets,
  urls,
  seed,
}: {
  readonly clients: number;
  readonly secrets: readonly string[];
  readonly urls: () => readonly string[];
  readonly seed: number;
}): FleetClients {
  const random = new SeededRandom(seed);
  const charges = new Map<string, number>();
  const versions = new Map<string, Set<string>>(FLEET_TERRITORIES.map((one) => [one, new Set()]));
  const wrong: string[] = [];
  const refused = new Map<string, number>();
  let [replays, broken, answered, calls] = [0, 0, 0, 0];
  let stopped = false;

  const callOnce = async (key: string, territory: string, credits: number) => {
    const worked = countWork();
    let quotedCredits = credits;
    // A repeat is the same to the last member, or the key belongs to another request.
    const waitMilliseconds = random.int(150);
    for (let attempt = 0; ; attempt++) {
      if (worked() > PATIENCE_MILLISECONDS) return void wrong.push(`${key}: no result after ${attempt} attempts`);
      const places = urls();
      if (places.length === 0) {
        await sleep(50);
        continue;
      }
      let sent: Sent;
      try {
        const secret = secrets[calls++ % secrets.length] as string;
        const input = { territory, credits, waitMilliseconds, quotedCredits };
        sent = await sendCharged(random.pick(places), { secret, key, input, answerMilliseconds: 45_000 });
      } catch (error) {
        // On a busy machine an answer may come too late: nothing broke.
        if ((error as Error).name !== 'TimeoutError') broken++;
        await sleep(50);
        continue;
      }
      const { status, retryAfterSeconds, body } = sent;
      if (status === 200) return take(key, territory, credits, body);
      if (body.error === 'quote_changed') quotedCredits = body.quotedCredits;
      else if ([429, 500, 503, 504].includes(status) || body.error === 'idempotency_in_progress') {
        const refusal = `${status} ${body.detail}`;
        if (body.error !== 'idempotency_in_progress') refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
        // As Retry-After says, but no longer than a test can wait.
        await sleep(Math.min(1000 * retryAfterSeconds, 500) + 20);
      } else return void wrong.push(`${key}: ${status} ${JSON.stringify(body)}`);
    }
  };

  // biome-ignore lint/suspicious/noExplicitAny: see above
  const take = (key: string, territory: string, credits: number, { result, replayed }: any) => {
    answered++;
    if (replayed) replays++;
    const price = credits + (SURCHARGES[result.version] ?? Number.NaN);
    if (result.territory !== territory)
      wrong.push(`${key} was asked of ${territory} and answered from ${result.territory}`);
    if (result.creditsCharged !== price)
      wrong.push(`${key}: ${result.version} costs ${price}, and ${result.creditsCharged} were charged`);
    versions.get(territory)?.add(result.version);
    charges.set(key, result.creditsCharged);
  };

  const client = async (no: number) => {
    for (let i = 0; !stopped; i++) {
      await callOnce(`fleet-${seed}-${no}-${i}`, random.pick(FLEET_TERRITORIES), 1 + random.int(5));
      await sleep(random.int(250)); // processes start beside the calls
    }
  };
  const working = Array.from({ length: clients }, (_, no) => client(no));
  return {
    get answered() {
      return answered;
    },
    get broken() {
      return broken;
    },
    refused,
    versions,
    async finish() {
      stopped = true;
      await Promise.all(working);
      return { charges, replays, broken, wrong };
    },
  };
}
