import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Split } from '../../ui/split.tsx';

interface CoveredSplitProps {
  readonly coverage: {
    readonly coveredByOne: number;
    readonly coveredByTwoOrMore: number;
    readonly unreached: number;
  };
}

/** People whom one store reaches, several, or none in the areas touched. */
export function CoveredSplit({ coverage: { coveredByOne, coveredByTwoOrMore, unreached } }: CoveredSplitProps) {
  const { say } = useText();
  const { people } = useFormat();
  const portions = [
    ['one', coveredByOne, 'accent'],
    ['more', coveredByTwoOrMore, 'shared'],
    ['none', unreached, 'missing'],
  ] as const;
  return (
    <section className="stack-tight">
      <h4>{say('studio.covered.title')}</h4>
      <Split
        label={say('studio.covered.title')}
        portions={portions.map(([id, value, tone]) => ({
          id,
          name: say(`studio.covered.${id}`),
          value,
          shown: people(value),
          tone,
        }))}
      />
    </section>
  );
}
