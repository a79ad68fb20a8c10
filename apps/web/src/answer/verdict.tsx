import type { Verdict } from '@hinterland/answers/words';
import { useWords } from '../text/index.ts';

/** The answer to the question, the figures that it rests on, and how sure it is. */
export function VerdictSaid({ verdict, isOutdated = false }: { verdict: Verdict; isOutdated?: boolean }) {
  const words = useWords();
  const { outcome, headline, because, sure } = verdict;
  return (
    <section className="verdict" data-outcome={outcome} data-stale={isOutdated}>
      <p className="verdict-headline">{words.title(headline)}</p>
      {because.map((one) => (
        <p key={words.tell(one)}>{words.title(one)}</p>
      ))}
      <p className="soft small">
        {words.say('verdict.howSure')} {words.title(sure)}
      </p>
    </section>
  );
}
