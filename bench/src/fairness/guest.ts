import { PASSWORD, type Place } from '../demoService.ts';
import { tileAt } from './fronts.ts';
import { tilesPath } from './setup.ts';
import { FELT_NOTHING, type Felt, paced, type Working } from './victim.ts';

const TILE_EVERY_MILLISECONDS = 200;
const SIGN_IN_EVERY_MILLISECONDS = 1_500;
const REPORT_EVERY_MILLISECONDS = 3_000;

export interface Person {
  readonly url: URL;
  readonly email: string;
  readonly organizationId: number;
  /** Of an analysis that they may read. */
  readonly reportCode: string;
  readonly places: readonly Place[];
}

/** A person in the web app, at an address of their own: tiles of a map, reports as PDF, and a sign-in now and then. */
export class Guest implements Working {
  readonly #person: Person;
  #cookie = '';
  #tiles = '';
  #turn = 0;
  #signIns = 0;

  constructor(person: Person) {
    this.#person = person;
  }

  async prepare(): Promise<void> {
    await this.#signIn();
    this.#tiles = tilesPath(await (await this.#get('/tiles')).json());
    await (await this.#get(this.#report())).arrayBuffer();
  }

  async work(milliseconds: number): Promise<Felt> {
    const end = performance.now() + milliseconds;
    const { places } = this.#person;
    const tiles: number[] = [];
    const signIns: number[] = [];
    const reports: number[] = [];
    await Promise.all([
      paced(TILE_EVERY_MILLISECONDS, end, () =>
        timed(tiles, async () => {
          const place = places[this.#turn++ % places.length] as Place;
          await (await this.#get(`${this.#tiles}/${tileAt(place)}`)).arrayBuffer();
        }),
      ),
      paced(SIGN_IN_EVERY_MILLISECONDS, end, () => timed(signIns, () => this.#signIn())),
      paced(REPORT_EVERY_MILLISECONDS, end, () =>
        timed(reports, async () => void (await (await this.#get(this.#report())).arrayBuffer())),
      ),
    ]);
    return { ...FELT_NOTHING, tiles, signIns, reports };
  }

  close(): void {}

  #report(): string {
    const { organizationId, reportCode } = this.#person;
    return `/web/v1/organizations/${organizationId}/analyses/${reportCode}/report?format=pdf`;
  }

  async #signIn(): Promise<void> {
    const { url, email } = this.#person;
    const answer = await fetch(new URL('/web/v1/sign-in', url), {
      method: 'POST',
      headers: { Origin: url.origin, 'Content-Type': 'application/json', ...fromNetwork(this.#signIns++) },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    await requireAnswer(answer);
    const set = answer.headers.getSetCookie().map((one) => one.split(';')[0]);
    this.#cookie ||= set.join('; ');
  }

  async #get(path: string): Promise<Response> {
    const answer = await fetch(new URL(path, this.#person.url), {
      headers: { Cookie: this.#cookie, ...fromNetwork(0) },
    });
    await requireAnswer(answer);
    return answer;
  }
}

/** A refusal counts as a wait without an end. */
const REFUSALS = [429, 503];

/**
 * The service trusts one proxy, which says that the person is not where the attack comes from. One network may sign in a hundred
 * times in five minutes, and the person does so more often.
 */
const fromNetwork = (number: number) => ({ 'X-Forwarded-For': `198.51.100.${1 + (number % 250)}` });

async function timed(into: number[], work: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  try {
    await work();
    into.push(performance.now() - begun);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    into.push(Number.POSITIVE_INFINITY);
  }
}

class Refused extends Error {}

async function requireAnswer(answer: Response): Promise<void> {
  if (answer.ok) return;
  const text = `${answer.url} answered ${answer.status}: ${await answer.text()}`;
  throw REFUSALS.includes(answer.status) ? new Refused(text) : new Error(text);
}
