import { Agent } from 'node:http';
import { type Place, post } from './demoService.ts';

/** Calls over HTTP that benches load a service with. */

/** Origins a hundred meters or so from one another, so that no answer is there from a round before for long. */
export const PLACES = 1000;

export interface HttpCall {
  readonly path: string;
  /** What the call of this number asks. */
  readonly bodyOf: (turn: number) => object;
}

const ISOCHRONE = '/api/v1/actions/analysis.isochrone/execute';

/** A free call, a small charged run on foot, and charged runs by car with their polygon: of one place, and of many in turn. */
export async function callsFrom(place: Place, url: URL, secret: string, places = PLACES) {
  const walk = { origins: [place], bandSeconds: [300], mode: 'walk' };
  const quote = await post(url, new Agent(), '/api/v1/actions/analysis.isochrone/quote', secret, JSON.stringify(walk));
  const { quotedCredits } = JSON.parse(quote.text);
  const car = (origin: Place) => ({ origins: [origin], bandSeconds: [900], snapLimitMeters: 1600, quotedCredits });
  return {
    free: { path: '/api/v1/actions/areas.list/execute', bodyOf: () => ({ level: 4 }) },
    small: { path: ISOCHRONE, bodyOf: () => ({ ...walk, quotedCredits }) },
    onePlace: { path: ISOCHRONE, bodyOf: () => car(place) },
    manyPlaces: { path: ISOCHRONE, bodyOf: (turn: number) => car(near(place, turn, places)) },
  } satisfies Record<string, HttpCall>;
}

/** So many places on a square grid of 320 m around the given one, the next far from the one before. */
function near({ lat, lng }: Place, turn: number, places: number): Place {
  const cell = (turn * 389) % places;
  const width = Math.ceil(Math.sqrt(places));
  const offset = (at: number) => (at - width / 2) * (32e-4 / width);
  return { lat: lat + offset(cell % width), lng: lng + offset(Math.floor(cell / width)) };
}

export interface Load {
  /** Of one service; connections are spread evenly over several. */
  readonly urls: readonly URL[];
  readonly call: HttpCall;
  readonly secrets: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  /** Number of the first call. */
  readonly from: number;
}

/** Each connection sends its next call when it has its answer. Throws where one is refused. */
export async function load({ urls, call, secrets, connections, seconds, from }: Load) {
  const agents = urls.map(() => new Agent({ keepAlive: true, maxSockets: Math.ceil(connections / urls.length) }));
  const milliseconds: number[] = [];
  let bytes = 0;
  let next = from;
  const started = performance.now();
  const connection = async (number: number) => {
    const [url, agent] = [urls[number % urls.length]!, agents[number % urls.length]!];
    while (performance.now() - started < seconds * 1000) {
      const begun = performance.now();
      const turn = next++;
      const secret = secrets[turn % secrets.length]!;
      const reply = await post(url, agent, call.path, secret, JSON.stringify(call.bodyOf(turn)));
      if (reply.status !== 200) throw new Error(`${call.path} answered ${reply.status}: ${reply.text}`);
      milliseconds.push(performance.now() - begun);
      bytes += reply.bytes;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(number)));
  for (const agent of agents) agent.destroy();
  return { perSecond: (milliseconds.length / (performance.now() - started)) * 1000, milliseconds, bytes, next };
}
