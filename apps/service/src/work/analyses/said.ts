import { tellingOf } from '@hinterland/actions/tell';
import { makeWords, type Said, type Telling, titleIn, type Words } from '@hinterland/answers';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import type { ListedAnswer } from '@hinterland/contract';

/** What a run says first, in no language yet. */
interface FirstWords {
  readonly outcome: ListedAnswer['outcome'];
  readonly parts: readonly Said[];
}

/** Larger results are those of batches, which say nothing as one; they are not read again for a list. */
const MOST_CHARACTERS = 4_000_000;

/**
 * Returns what is stored of a run for lists, as JSON text; null where its action says nothing in a sentence. It is made in the
 * transaction of a charge, so a result that cannot be told is left untold, not thrown.
 */
export function firstWordsOf(actionId: string, results: string): string | null {
  if (results.length > MOST_CHARACTERS) return null;
  try {
    const words = firstOf(tellingOf(actionId, JSON.parse(results)));
    return words === null ? null : JSON.stringify(words);
  } catch {
    return null;
  }
}

function firstOf({ verdict, sentence }: Telling): FirstWords | null {
  if (verdict !== undefined) return { outcome: verdict.outcome, parts: [verdict.headline] };
  return sentence === null ? null : { outcome: null, parts: [sentence.figure, sentence.rest] };
}

const made = new Map<string, Words>();

function wordsIn(language: string): Words {
  const words = made.get(language) ?? makeWords(language, textsOf(language), translateOf(language));
  made.set(language, words);
  return words;
}

/** Returns what is stored, and the name where the app gave it, in a language. */
export function answerIn(language: string, stored: FirstWords, name: string): ListedAnswer {
  const [first = '', ...others] = stored.parts;
  const words = wordsIn(language);
  return {
    outcome: stored.outcome,
    title: titleIn(name, words, textsOf),
    text: [words.title(first), ...others.map((one) => words.tell(one))].join(' '),
  };
}
