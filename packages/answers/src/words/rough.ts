import type { Said } from './said.ts';

/** Something rough about a territory, by code with its values; shares are between 0 and 1. */
export interface RoughReason {
  readonly code: string;
  readonly values: Readonly<Record<string, number>>;
}

const SAID: Readonly<Record<string, (values: RoughReason['values']) => Said | null>> = {
  nobody: () => ({ text: 'rough.nobody' }),
  few_homes: ({ share }) => (share === undefined ? null : { text: 'rough.few_homes', with: { share: portion(share) } }),
  no_homes: ({ share }) => (share === undefined ? null : { text: 'rough.no_homes', with: { share: portion(share) } }),
  national_figure: ({ people, difference }) =>
    people === undefined || difference === undefined
      ? null
      : {
          text: 'rough.national_figure',
          with: { people: { figure: people, unit: 'persons' }, difference: portion(difference) },
        },
};

/** A share to a tenth of a percent, as the sentence in English has it. */
const portion = (share: number): Said => ({ portion: Math.round(share * 1000) / 1000 });

/**
 * Returns what is rough about a territory, a thing said for each of its sentences in English. What has no code, or one of a later
 * release, stays English.
 */
export function roughSaid(sentences: readonly string[], reasons: readonly RoughReason[] = []): Said[] {
  return sentences.map((english, i) => {
    const reason = reasons[i];
    const said = reason !== undefined && Object.hasOwn(SAID, reason.code) ? SAID[reason.code]!(reason.values) : null;
    return said ?? { english };
  });
}
