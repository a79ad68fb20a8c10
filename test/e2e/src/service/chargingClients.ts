import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRandom } from '@hinterland/geo';
import { countWork } from '../../../../apps/service/src/kit/countWork.ts';
import { type Sent, sendCharged } from './sendCharged.ts';

export interface ChargingClientsOptions {
  readonly clients: number;
  /** API keys of one organization, used in turn, since each may run 60 charged calls a minute. */
  readonly secrets: readonly string[];
  /** Where services listen now; empty while none does. */
  readonly urls: () => readonly string[];
  readonly seed: number;
  /** Within this time a service that lives answers, also on a busy machine; 15 s where absent. */
  readonly answerMilliseconds?: number;
}

/** What a caller was told of its runs. */
export interface Acknowledged {
  /** Credits charged, by idempotency key. */
  readonly charges: ReadonlyMap<string, number>;
  /** Answers that say that the run had been charged before. */
  readonly replays: number;
  /** Calls whose connection broke: whether they were charged, the caller cannot know. */
  readonly broken: number;
  /** Everything that no client should ever hear. */
  readonly wrong: readonly string[];
}

export interface ChargingClients {
  /** Ends new orders, repeats those whose outcome is unknown until each is acknowledged, and tells what was heard. */
  finish(): Promise<Acknowledged>;
  /** How many calls have been answered with a result so far. */
  readonly answered: number;
}

interface Order {
  readonly key: string;
  readonly input: { readonly credits: number; readonly due: number; readonly waitMilliseconds: number };
}

/**
 * Clients that order charged runs as careful programs do: every order has an idempotency key, and one whose answer was
 * lost is sent again under the same key until it is acknowledged. Some repeat what was acknowledged long ago.
 */
export function startChargingClients({
  clients,
  secrets,
  urls,
  seed,
  answerMilliseconds = 15_000,
}: ChargingClientsOptions): ChargingClients {
  const random = new SeededRandom(seed);
  const charges = new Map<string, number>();
  const acknowledged: Order[] = [];
  const unknown: Order[] = [];
  const wrong: string[] = [];
  let replays = 0;
  let broken = 0;
  let answered = 0;
  let calls = 0;
  let stopped = false;

  /** Sends an order once. False where its outcome is not known. */
  const send = async (order: Order): Promise<boolean> => {
    const { key, input } = order;
    const places = urls();
    if (places.length === 0) return false;
    let sent: Sent;
    try {
      const secret = secrets[calls++ % secrets.length] as string;
      const asked = { ...input, quotedCredits: input.credits };
      sent = await sendCharged(random.pick(places), { secret, key, input: asked, answerMilliseconds });
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') wrong.push(`${key}: no answer`);
      broken++;
      await sleep(20);
      return false;
    }
    const { status, body } = sent;
    if (status === 200) {
      answered++;
      const charged = body.result.creditsCharged;
      const earlier = charges.get(key);
      if (earlier !== undefined && (body.replayed !== true || earlier !== charged))
        wrong.push(`${key} was charged ${earlier}, then ${charged} (replayed: ${body.replayed})`);
      if (charged !== input.due) wrong.push(`${key} was charged ${charged} instead of ${input.due}`);
      if (body.replayed) replays++;
      if (earlier === undefined) acknowledged.push(order);
      charges.set(key, charged);
      return true;
    }
    // Still running, or lost with its process until the lease ends; given up with the lease; too many calls.
    if (![409, 429, 503].includes(status)) wrong.push(`${key}: ${status} ${JSON.stringify(body)}`);
    await sleep(50);
    return false;
  };

  /** One of five repeats what was acknowledged, of the rest half what is still unknown; otherwise a new one. */
  const nextOrder = (key: string): Order => {
    const die = random.next();
    if (die < 0.2 && acknowledged.length > 0) return random.pick(acknowledged);
    if (die < 0.6 && unknown.length > 0) return unknown.shift() as Order;
    const credits = 1 + random.int(5);
    return { key, input: { credits, due: random.int(2) === 0 ? credits : 0.5, waitMilliseconds: random.int(40) } };
  };

  const client = async (no: number) => {
    for (let i = 0; !stopped; i++) {
      if (urls().length === 0) {
        await sleep(20);
        continue;
      }
      const order = nextOrder(`order-${seed}-${no}-${i}`);
      if (!(await send(order)) && !charges.has(order.key)) unknown.push(order);
    }
  };
  const working = Array.from({ length: clients }, (_, no) => client(no));

  return {
    get answered() {
      return answered;
    },
    async finish() {
      stopped = true;
      await Promise.all(working);
      const worked = countWork();
      for (let order = unknown.shift(); order !== undefined; order = unknown.shift()) {
        if (await send(order)) continue;
        unknown.push(order);
        if (worked() > 20_000 + 2 * answerMilliseconds)
          throw new Error(`${unknown.length} orders never came to an end`);
      }
      return { charges, replays, broken, wrong };
    },
  };
}
