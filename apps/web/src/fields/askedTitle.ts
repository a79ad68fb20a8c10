import { useMemo } from 'react';
import { useWords } from '../text/index.ts';
import { useNames } from './title.ts';

/** Sectors that a title names. */
const SECTORS_MAX = 2;

interface AskedAbout {
  readonly actionId: string;
  /** What the service calls the action. */
  readonly title: string;
  /** Codes. */
  readonly sectors: readonly string[];
  /** The place by its name, or how many places; empty where there is none. */
  readonly where: string;
}

/** Returns what is asked in one line, as titles and lists have it: "Is there room for another shop? Bakeries · Harbourside". */
export function useAskedTitle(): (about: AskedAbout) => string {
  const names = useNames();
  const words = useWords();
  return useMemo(
    () =>
      ({ actionId, title, sectors, where }) => {
        const what = sectors.slice(0, SECTORS_MAX).map((code) => words.title({ sector: code, name: code }));
        const asked = `${names.question(actionId, title)} ${what.join(', ')}`.trim();
        return [asked, where].filter(Boolean).join(what.length > 0 ? ' · ' : ' ');
      },
    [names, words],
  );
}
