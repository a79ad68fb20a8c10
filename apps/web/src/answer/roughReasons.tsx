import { type RoughReason, roughSaid } from '@hinterland/answers/words';
import { useWords } from '../text/index.ts';

interface RoughReasonsProps {
  /** One sentence each, in English. */
  readonly rough: readonly string[];
  readonly reasons?: readonly RoughReason[] | undefined;
  readonly className: string;
}

/** What is rough about a territory, in the reader's language where it has a code. */
export function RoughReasons({ rough, reasons, className }: RoughReasonsProps) {
  const words = useWords();
  return (
    <ul className={className}>
      {roughSaid(rough, reasons).map((said) => (
        <li key={words.tell(said)} lang={words.isEnglish(said) ? 'en' : undefined}>
          {words.title(said)}
        </li>
      ))}
    </ul>
  );
}
