import type { Bar, Bars as BarsPart } from '@hinterland/answers/words';
import { useWords } from '../text/index.ts';
import { Bars, Columns } from '../ui/chart.tsx';
import { Differences } from '../ui/differences.tsx';
import { Lines } from '../ui/lines.tsx';
import { Split } from '../ui/split.tsx';

/** Colors of the portions of a whole, in their order. */
const TONES = ['accent', 'shared', 'missing'] as const;

/** Figures beside each other, in the shape that the answer tells them in. */
export function BarsOf({ part, label }: { part: BarsPart; label: string }) {
  const words = useWords();
  const format = (value: number) => words.short(value, part.unit);
  const known = part.bars.filter((one): one is Bar & { value: number } => one.value !== null);
  const named = known.map((one) => ({ ...one, name: words.title(one.name), shown: format(one.value) }));
  switch (part.shape) {
    case 'bars':
      return (
        <Bars label={label} bars={named.map((one) => ({ ...one, value: Math.max(one.value, 0) }))} format={format} />
      );
    case 'columns':
      return <Columns label={label} bars={named} format={format} />;
    case 'split':
      return <Split label={label} portions={named.map((one, i) => ({ ...one, tone: TONES[i] ?? 'missing' }))} />;
    case 'differences':
      return <Differences label={label} rows={named.map((one) => ({ ...one, size: one.size ?? 0 }))} />;
    case 'lines': {
      const here = { id: 'here', name: words.say('here'), values: part.bars.map(({ value }) => value) };
      const beside = (part.beside ?? []).map(({ name, values }, i) => ({
        id: `${i}`,
        name: words.title(name),
        values,
      }));
      const names = part.bars.map(({ name }) => words.title(name));
      return <Lines label={label} names={names} lines={[here, ...beside]} format={words.threeDigits} />;
    }
  }
}
