import type { Translate } from '@hinterland/answers/words';
import { useEffect, useState } from 'react';
import { loadSentences, type Sentences, translateIn, useText } from './index.ts';

/** A sentence of the service in the reader's language; English, and marked as such, where that has none for it. */
export interface Spoken {
  readonly text: string;
  readonly lang: 'en' | undefined;
}

/** Returns what says sentences of the service. Where it has to be loaded first they are empty until then. */
export function useSentences(
  sentences: Sentences = 'service',
): (english: string, group?: Parameters<Translate>[1]) => Spoken {
  const { language } = useText();
  const translate = translateIn(sentences, language);
  const [isFailed, setFailed] = useState(false);
  const [, setLoaded] = useState('');
  useEffect(() => {
    if (translate === undefined)
      loadSentences(sentences, language).then(
        () => setLoaded(language),
        () => setFailed(true),
      );
  }, [sentences, language, translate]);
  return (english, group) => {
    const text = language === 'en' ? english : translate?.(english, group);
    if (text === undefined && !isFailed) return { text: '', lang: undefined };
    return text == null ? { text: english, lang: 'en' } : { text, lang: undefined };
  };
}

/** A sentence of the service, which it says in English, in the reader's language. */
export function Sentence({ children }: { children: string }) {
  const { text, lang } = useSentences()(children);
  return <span lang={lang}>{text}</span>;
}
