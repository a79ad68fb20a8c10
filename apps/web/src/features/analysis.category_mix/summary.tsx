import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Differences } from '../../ui/differences.tsx';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';
import { areasAround, MixTable, mixedOf } from '../mix/mixTable.tsx';
import { wholeOf } from '../results/parts.ts';

/** A bar is full at four times as many stores, or a fourth. */
const FULL_DOUBLINGS = 2;

/** Stores per resident of each category beside the widest area, and beside all areas in a table. */
export default function CategoryMixSummary({ result }: { result: ActionResult<'analysis.category_mix'> }) {
  const { say } = useText();
  const { number } = useFormat();
  const whole = wholeOf(result.parts);
  if (whole === undefined) return null;
  const around = areasAround(result.references);
  const widest = around.at(-1);
  const mixed = mixedOf(result.categories, whole.id, '/categories');
  const differences = mixed.flatMap(({ category: { code, name }, figures }) => {
    const ratio = widest === undefined ? null : figures.ratios[widest.id];
    return ratio == null
      ? []
      : [
          {
            id: code,
            name,
            size: Math.log2(Math.max(ratio, 1e-6)) / FULL_DOUBLINGS,
            shown: `${number(Math.round(ratio * 100) / 100)} ×`,
          },
        ];
  });
  return (
    <Joined>
      <div className="stack">
        {widest !== undefined && differences.length > 0 && (
          <section className="stack-tight">
            <h4>{say('studio.mix.beside', { area: widest.name })}</h4>
            <p className="soft small">{say('studio.mix.sides')}</p>
            <Differences label={say('studio.mix.beside', { area: widest.name })} rows={differences} />
          </section>
        )}
        <section className="stack-tight">
          <h4>{say('studio.mix.per10000')}</h4>
          <MixTable mixed={mixed} part={whole.id} around={around} />
        </section>
      </div>
    </Joined>
  );
}
