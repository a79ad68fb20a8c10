import type { Statement } from '@hinterland/answers/words';
import { useEffect, useState } from 'react';
import { isAsSaid, loadSentences, type Sentences, translateIn, useText, useWords } from './index.ts';

const GROUPS = { service: 'said', help: 'help' } as const;

interface SentenceProps {
  /** Which sentences it is one of. Those that are not loaded yet are empty until then. */
  readonly of?: Sentences;
  /** That of a problem: says what it is about where the language has no text for the sentence. */
  readonly title?: string | undefined;
  /** Its code and values; absent from what was stored before sentences had codes. */
  readonly statement?: Statement | undefined;
  readonly children: string;
}

/** A sentence of the service, which it says in English, in the reader's language; marked as English where that has none for it. */
export function Sentence({ of = 'service', title = '', statement, children }: SentenceProps) {
  const { language } = useText();
  const translate = translateIn(of, language);
  const words = useWords();
  const [isFailed, setFailed] = useState(false);
  const [, setLoaded] = useState('');
  useEffect(() => {
    if (translate === undefined)
      loadSentences(of, language).then(
        () => setLoaded(language),
        () => setFailed(true),
      );
  }, [of, language, translate]);
  if (isAsSaid(of, language)) return children;
  if (translate === undefined && !isFailed) return null;
  const own = statement === undefined ? translate?.(children, GROUPS[of]) : words.state(statement);
  if (own != null) return own;
  const known = translate?.(title, 'title');
  return (
    <>
      {known != null && `${known}. `}
      <span lang="en">{children}</span>
    </>
  );
}
