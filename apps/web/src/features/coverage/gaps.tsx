import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Bars } from '../../ui/chart.tsx';
import { useFormat } from '../../ui/format.ts';

const SHOWN_MAX = 6;

interface GapsProps {
  readonly areas: readonly {
    readonly code: string;
    readonly name: string;
    readonly kind: string;
    readonly unreached: number;
  }[];
}

/** Areas with the most people whom no store reaches. */
export function Gaps({ areas }: GapsProps) {
  const { say } = useText();
  const names = useNames();
  const { people } = useFormat();
  const bars = areas
    .map(({ code, name, kind, unreached }) => ({
      id: code,
      // A postcode is named by itself.
      name: name === code ? `${names.value(kind)} ${code}` : name,
      value: unreached,
      isQuiet: true,
    }))
    .filter(({ value }) => value >= 1)
    .toSorted((a, b) => b.value - a.value);
  if (bars.length === 0) return null;
  return (
    <section className="stack-tight">
      <h4>{say('studio.covered.gaps')}</h4>
      <Bars label={say('studio.covered.gaps')} bars={bars.slice(0, SHOWN_MAX)} format={people} />
      {bars.length > SHOWN_MAX && (
        <p className="soft small">{say('studio.covered.others', { count: bars.length - SHOWN_MAX })}</p>
      )}
    </section>
  );
}
