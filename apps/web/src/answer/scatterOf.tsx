import type { Scatter as ScatterPart } from '@hinterland/answers/words';
import { useWords } from '../text/index.ts';
import { Scatter } from '../ui/scatter.tsx';

/** Two figures of each of many things, as an answer tells them. */
export function ScatterOf({ part, label }: { part: ScatterPart; label: string }) {
  const words = useWords();
  return (
    <Scatter
      label={label}
      across={words.title(part.across)}
      up={words.title(part.up)}
      dots={part.dots.map((dot) => ({ ...dot, name: words.title(dot.name) }))}
      format={(value) => words.short(value, part.unit)}
    />
  );
}
