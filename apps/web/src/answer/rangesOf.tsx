import type { Ranges as RangesPart } from '@hinterland/answers/words';
import { useText, useWords } from '../text/index.ts';
import { Ranges } from '../ui/ranges.tsx';

/** Expected figures with their ranges, as an answer tells them. */
export function RangesOf({ part, label }: { part: RangesPart; label: string }) {
  const { say } = useText();
  const words = useWords();
  return (
    <Ranges
      label={label}
      ranges={part.ranges.map((one) => ({ ...one, name: words.title(one.name) }))}
      format={(value) => words.short(value, part.unit)}
      keys={{ eight: words.say('ranges.eight'), nineteen: words.say('ranges.nineteen') }}
      figure={(value, low, high) => say('ranges.figure', { value, low, high })}
    />
  );
}
