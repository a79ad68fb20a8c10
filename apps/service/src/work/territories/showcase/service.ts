import { type Action, quotedCredits } from '@hinterland/actions';
import type { Engine, Question, QuestionOptions } from '../../../engine/engine.ts';
import type { Generation } from '../../../engine/territoriesInForce.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { SHOWCASES, SHOWN, type Showcase } from './list.ts';
import type { ShownExample, WorkedExample } from './schemas.ts';

/** Who looks at examples: of strangers the party, too. */
type Whose = Pick<QuestionOptions, 'signal' | 'party' | 'isStranger'>;

/** Worked examples around the main city of a territory, which everybody may see without a charge. */
export type Showcases = ReturnType<typeof makeShowcases>;

export function makeShowcases(engine: Engine, actions: readonly Action[]) {
  /** Works on the question of an example; null where the service has no such action. */
  async function ask<T>(
    { actionId, inputAt }: Showcase,
    generation: Generation,
    work: (question: Question) => Promise<T>,
  ): Promise<T | null> {
    const action = actions.find(({ id }) => id === actionId);
    if (action === undefined) return null;
    const lease = engine.territories.lease(generation);
    try {
      const input = action.input.parse(inputAt(generation.territory.manifest.center));
      return await work({ action, input, channel: 'web', lease });
    } finally {
      lease.release();
    }
  }

  /** The example with its price; null where the territory cannot answer it. */
  async function show(showcase: Showcase, generation: Generation, whose: Whose): Promise<ShownExample | null> {
    const { id, actionId, title, inputAt } = showcase;
    const { manifest } = generation.territory;
    try {
      return await ask(showcase, generation, async (question) => {
        const { quote } = await engine.quote(question, whose);
        const input = { ...inputAt(manifest.center), territory: manifest.id };
        return { id, actionId, title, territory: manifest.id, input, quotedCredits: quotedCredits(quote) };
      });
    } catch (error) {
      whose.signal.throwIfAborted();
      // The data of the action are not installed, or the place has none.
      if (error instanceof ProblemError && error.status < 500) return null;
      throw error;
    }
  }

  return {
    /** The first examples that the territory can answer. Throws not_found where there is no such territory. */
    async list(territory: string | undefined, whose: Whose): Promise<ShownExample[]> {
      const generation = generationOf(engine, territory);
      const examples: ShownExample[] = [];
      for (const showcase of SHOWCASES) {
        const shown = await show(showcase, generation, whose);
        if (shown !== null) examples.push(shown);
        if (examples.length === SHOWN) break;
      }
      return examples;
    },

    /** One example with its answer, computed again only after the data changed. Throws not_found. */
    async work(id: string, territory: string | undefined, whose: Whose): Promise<WorkedExample> {
      const generation = generationOf(engine, territory);
      const showcase = SHOWCASES.find((one) => one.id === id);
      const shown = showcase === undefined ? null : await show(showcase, generation, whose);
      if (showcase === undefined || shown === null) {
        throw new ProblemError(
          'not_found',
          'There is no such example of this territory. GET /web/v1/examples lists all.',
        );
      }
      const ran = await ask(showcase, generation, (question) => engine.run(question, whose));
      return { ...shown, result: JSON.parse(Buffer.from(ran?.resultJson ?? '{}').toString('utf8')) };
    },
  };
}

/** The territory of that id, or the first. Throws not_found. */
function generationOf(engine: Engine, id: string | undefined): Generation {
  const installed = engine.territories.current;
  const meant = id === undefined ? installed[0] : installed.find(({ territory }) => territory.manifest.id === id);
  if (meant === undefined)
    throw new ProblemError('not_found', 'There is no such territory. GET /web/v1/data lists all.');
  return meant;
}
