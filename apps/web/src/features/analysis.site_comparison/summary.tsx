import type { ActionResult } from '@hinterland/client';
import { useText } from '../../text/index.ts';
import { Joined } from '../../ui/pointed.tsx';
import { FigureTable } from '../results/figureTable.tsx';
import { useUnitsBeside } from '../results/units.ts';
import { useValueText, Value } from '../results/value.tsx';
import { Reasons } from './reasons.tsx';

/** The places beside each other, the best of each row marked, and for what each place is the best. */
export default function SiteComparisonSummary({ result }: { result: ActionResult<'analysis.site_comparison'> }) {
  const { say } = useText();
  const units = useUnitsBeside();
  const text = useValueText();
  const { candidates, tables, market } = result;
  const columns = candidates.map(({ id, name }) => name ?? String(id));
  const taker = candidates.find(({ id }) => id === market?.sensitivity[0]?.best);
  const held = market?.sensitivity.filter(({ best }) => best === taker?.id) ?? [];
  return (
    <Joined>
      <div className="stack">
        {tables.map(({ id, title, rows }, table) => (
          <section key={id} className="stack-tight">
            <h4 lang="en">{title}</h4>
            <FigureTable
              caption={title}
              columns={columns}
              rows={rows.map(({ id: row, label, unit, values, best }, i) => ({
                id: `${id} ${row}`,
                title: capital(label),
                lang: 'en',
                unit: units(unit),
                cells: values.map((value, at) => (
                  <span key={candidates[at]?.id} className="compared" data-best={isBest(best, candidates[at]?.id)}>
                    <Value
                      pointer={`/tables/${table}/rows/${i}/values/${at}`}
                      value={value}
                      title={label}
                      unit={unit}
                      isExact={looksEven(values, (one) => text(one, unit))}
                    />
                    {isBest(best, candidates[at]?.id) && <span className="visually-hidden">{say('studio.best')}</span>}
                  </span>
                )),
              }))}
            />
          </section>
        ))}
        <p className="soft small">{say('studio.compare.marked')}</p>
        {candidates.map(({ id, name, bestRows, reasons }) => (
          <Reasons
            key={id}
            id={String(id)}
            title={name ?? String(id)}
            note={say('studio.compare.bestRows', { count: bestRows })}
            reasons={reasons}
          />
        ))}
        {market != null && taker !== undefined && (
          <p className="soft">
            {say('studio.compare.holds', {
              name: taker.name ?? taker.id,
              count: held.length,
              variants: market.sensitivity.length,
            })}
          </p>
        )}
      </div>
    </Joined>
  );
}

/** Whether different values read the same. */
const looksEven = (values: readonly (number | null)[], text: (value: number | null) => string): boolean =>
  new Set(values.map(text)).size < new Set(values).size;

const isBest = (best: readonly (string | number)[], id: string | number | undefined): boolean =>
  id !== undefined && best.includes(id);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
