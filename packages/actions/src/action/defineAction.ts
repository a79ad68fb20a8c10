import type { Sentence } from '@hinterland/answers/said';
import type { Verdict } from '@hinterland/answers/words';
import { z } from 'zod';
import { inEnglish, verdictField } from '../verdicts/inEnglish.ts';
import { withModelled } from '../verdicts/modelled.ts';
import type { Action, ActionContext, Quote, SumTariff, Tariff } from './action.ts';
import { correctionsField, correctionsOf } from './corrections.ts';
import { quoteLine } from './pricing.ts';

/** Units of the action's tariff that a call is charged for, in one line. */
export interface Priced {
  readonly quantity: number;
  readonly label: string | Sentence;
  /** Address poles in the territory of the call, if the quote has them. */
  readonly polesInvolved?: number;
}

/** The parts of an action that most actions share with all others. */
type Defaulted = 'scope' | 'background' | 'resultShowsCharge' | 'storesVersion';

type Definition<I, R> = Omit<Action<I, R>, Defaulted | 'tariff' | 'quote' | 'input'> &
  Partial<Pick<Action<I, R>, Defaulted>> & {
    /** Of an action that answers a question of yes or no: its results begin with the verdict. */
    readonly verdict?: (result: R) => Verdict | null;
    /** Of an action that reads stores as the lists have them, whatever organizations say of them. */
    readonly readsLists?: true;
  };

/** A free action: its quote has no lines. It may define `quote` to refuse what `run` refuses. */
interface Free<I> {
  readonly tariff: null;
  readonly quote?: (context: ActionContext, input: I) => Quote;
}

/** A charged action whose quote is one line. `priceOf` refuses what `run` refuses. */
interface Charged<I> {
  readonly tariff: Tariff;
  readonly priceOf: (context: ActionContext, input: I) => Priced;
}

/** A charged action whose quote has several lines, or a price of its own. */
interface Quoted<I> {
  readonly tariff: Tariff | SumTariff;
  readonly quote: (context: ActionContext, input: I) => Quote;
}

/**
 * Completes an action with its defaults: a charged action needs the scope run, shows its charge and is stored with its
 * analysis; a free one needs the scope read. No action runs in the background unless it says so.
 */
export function defineAction<S extends z.ZodType, R>(
  definition: Definition<z.output<S>, R> & { readonly input: S } & (
      | Free<z.output<S>>
      | Charged<z.output<S>>
      | Quoted<z.output<S>>
    ),
): Action<z.output<S>, R> {
  const isCharged = definition.tariff !== null;
  const { verdict, readsLists, ...rest } = definition;
  const judged = verdict === undefined ? rest : { ...rest, ...withVerdict(rest, verdict) };
  return {
    scope: isCharged ? 'run' : 'read',
    background: false,
    resultShowsCharge: true,
    storesVersion: isCharged,
    quote: 'priceOf' in definition ? quoteOf(definition) : () => ({ lines: [] }),
    ...rest,
    ...(readsLists ? judged : withCorrections(judged)),
  } as Action<z.output<S>, R>;
}

const quoteOf =
  <I>({ tariff, priceOf }: Charged<I>) =>
  (context: ActionContext, input: I): Quote => {
    const { quantity, label, polesInvolved } = priceOf(context, input);
    return {
      lines: [quoteLine(tariff, quantity, label)],
      ...(polesInvolved === undefined ? {} : { extra: { polesInvolved } }),
    };
  };

/** The same results, each with its verdict first. */
function withVerdict<I, R>(
  { output, run }: Pick<Action<I, R>, 'output' | 'run'>,
  verdict: (result: R) => Verdict | null,
): Pick<Action<I, R>, 'output' | 'run'> {
  const { shape, description } = output as unknown as z.ZodObject;
  return {
    output: z.object({ verdict: verdictField, ...shape }).describe(description ?? '') as unknown as z.ZodType<R>,
    run(context, input) {
      const outcome = run(context, input);
      return {
        ...outcome,
        result: { verdict: inEnglish(withModelled(verdict(outcome.result), outcome.result)), ...outcome.result },
      };
    },
  };
}

/** The same results of an action that may read stores; one that did ends with the corrections that it was computed with. */
function withCorrections<I, R>(
  definition: Pick<Action<I, R>, 'output' | 'run' | 'families' | 'batch' | 'parts'>,
): Partial<Pick<Action<I, R>, 'output' | 'run'>> {
  const { output, run, families } = definition;
  if (!families.includes('players') || definition.batch !== undefined || definition.parts !== undefined) {
    return { output, run };
  }
  const { shape } = output as unknown as z.ZodObject;
  const more = z.object({ ...shape, corrections: correctionsField }).meta({ ...output.meta() });
  return {
    output: more as unknown as z.ZodType<R>,
    run(context, input) {
      const outcome = run(context, input);
      const { dataVersion } = outcome.result as { readonly dataVersion?: { readonly players?: string } };
      const corrections = dataVersion?.players === undefined ? null : correctionsOf(context.territory);
      return corrections === null ? outcome : { ...outcome, result: { ...outcome.result, corrections } };
    },
  };
}
