import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kit/log.ts';
import { ProblemError } from '../../kit/problem.ts';
import type { PartAnswers, PartQuestion, PartRunner } from './runner.ts';

/** A part for somebody outside of this process. */
export interface PartTask {
  readonly jobId: string;
  readonly index: number;
  /** Which try this is, from 1. */
  readonly attempt: number;
  /** Territory that answers, and its version. */
  readonly territory: string;
  readonly version: string;
  /** The places as an Arrow stream, as `hinterland work` takes it. */
  readonly question: Uint8Array;
}

/** Resolves with the Arrow stream of the answers. Throws PartFault. An aborted signal ends the work, and it throws the reason. */
export type Elsewhere = (task: PartTask, signal: AbortSignal) => Promise<Uint8Array>;

/** Why a part was not worked off this time. The message goes on from "the part was not worked off:", for customers; `said` is for operators. */
export class PartFault extends Error {
  readonly said: string;
  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}

export interface ElsewhereSettings {
  readonly log: Pick<Log, 'warn'>;
  /** Parts that this process has worked off at the same time, of all jobs. */
  readonly partsAtOnce: number;
  /** Pause before the second try; each further one is twice as long. */
  readonly pauseMilliseconds?: number;
}

const ATTEMPTS = 3;
/** More is no answer to a part. */
export const ANSWER_BYTES_MAX = 512 * 2 ** 20;

/**
 * Works parts off outside of this process, and checks what comes back: a row for each row, of the same territory at the same versions.
 * Tries a part three times; then the job ends with the reason, and the part is not charged.
 */
export function runElsewhere(
  { log, partsAtOnce, pauseMilliseconds = 1000 }: ElsewhereSettings,
  elsewhere: Elsewhere,
): PartRunner {
  const room = new Room(partsAtOnce);
  return {
    atOnce: partsAtOnce,
    async answer(question) {
      const { work, index, signal } = question;
      const { partQuestion } = await import('@hinterland/answers/wide');
      const { manifest, dataVersion } = question.lease.generation.territory;
      const task = {
        jobId: work.job.id,
        index,
        territory: manifest.id,
        version: dataVersion.territory ?? '',
        question: partQuestion(question.options, question.points),
      };
      for (let attempt = 1; ; attempt++) {
        signal.throwIfAborted();
        try {
          return await room.within(signal, async () =>
            answersIn(await elsewhere({ ...task, attempt }, signal), question),
          );
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof PartFault)) throw error;
          log.warn({ job: work.job.id, index, attempt, fault: error.message, said: error.said }, 'part not worked off');
          if (attempt === ATTEMPTS) throw givenUp(index, error);
          await sleep(pauseMilliseconds * 2 ** (attempt - 1), undefined, { signal });
        }
      }
    },
  };
}

function givenUp(index: number, { message, said }: PartFault): ProblemError {
  const problem = new ProblemError(
    'service_unavailable',
    `The rows of part ${index} were not worked off, and they are not charged: ${message}. Start a new job later.`,
  );
  problem.cause = new Error(said);
  return problem;
}

/** The answers in a stream. Throws PartFault where they are not those to the question. */
async function answersIn(bytes: Uint8Array, { points, lease }: PartQuestion): Promise<PartAnswers> {
  const { readPart } = await import('@hinterland/answers/wide');
  const { manifest, dataVersion } = lease.generation.territory;
  const answers = await readPart(bytes, points.length).catch((error: unknown) => {
    throw new PartFault('what came back is not to be used', `The answer ${(error as Error).message}.`);
  });
  const [given, wanted] = [answers, { territory: manifest.id, dataVersion }].map((one) =>
    JSON.stringify([one.territory, one.dataVersion]),
  );
  if (given !== wanted)
    throw new PartFault('it was answered from other data', `The answer is of ${given}, not ${wanted}.`);
  return answers;
}

/** A word of a command, with what it names filled in. */
export const filledIn = (word: string, { territory, version, jobId, index }: PartTask): string =>
  word.replaceAll(/\{(territory|version|job|part)\}/g, (_, name: 'territory' | 'version' | 'job' | 'part') =>
    String({ territory, version, job: jobId, part: index }[name]),
  );

/** Room for so many at the same time, first come, first served. */
class Room {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async within<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
    });
  }
}
