import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Differences } from '../../ui/differences.tsx';
import { useFormat } from '../../ui/format.ts';
import { Joined } from '../../ui/pointed.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { wholeOf } from '../results/parts.ts';
import { Value } from '../results/value.tsx';

/** A bar is full at four times as many stores, or a fourth. */
const FULL_DOUBLINGS = 2;

/** Stores per resident of each category beside the widest area, and beside all areas in a table. */
export default function CategoryMixSummary({ result }: { result: ActionResult<'analysis.category_mix'> }) {
  const { say } = useText();
  const { number, people } = useFormat();
  const whole = wholeOf(result.parts);
  if (whole === undefined) return null;
  const around = result.references.flatMap((one) => (one.available ? [{ id: one.level, name: one.name }] : []));
  const widest = around.at(-1);
  const categories = result.categories.flatMap((category, i) =>
    category.available && category.parts[whole.id] !== undefined
      ? [{ category, figures: category.parts[whole.id]!, pointer: `/categories/${i}` }]
      : [],
  );
  const differences = categories.flatMap(({ category: { code, name }, figures }) => {
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
          <FigureTable
            caption={say('studio.mix.per10000')}
            columns={[say('studio.here'), ...around.map(({ name }) => name)]}
            rows={categories.map(({ category, figures, pointer }) => ({
              id: category.code,
              title: <bdi>{category.name}</bdi>,
              unit: say('studio.mix.stores', { count: figures.stores, stores: people(figures.stores) }),
              cells: [
                <Value
                  key="here"
                  pointer={`${pointer}/parts/${whole.id}/storesPer10000`}
                  value={figures.storesPer10000}
                  title={category.name}
                  unit="stores_per_10000"
                />,
                ...around.map(({ id }) => (
                  <Value
                    key={id}
                    pointer={`${pointer}/references/${id}/storesPer10000`}
                    value={category.references[id]?.storesPer10000}
                    title={category.name}
                    unit="stores_per_10000"
                  />
                )),
              ],
            }))}
          />
        </section>
      </div>
    </Joined>
  );
}
