import { wholesOf } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { FigureTable } from '../results/figureTable.tsx';
import { useParts } from '../results/parts.ts';

type Own = NonNullable<ActionResult<'analysis.isochrone'>['ownData']>;

/** Own rows within each limit or area, and the sums of their figures. */
export default function OwnFigures({
  of: { ownData: own },
  pointer,
}: {
  of: { readonly ownData: Own };
  pointer: string;
}) {
  const { say } = useText();
  const fields = useNames();
  const { number } = useFormat();
  const names = useParts(own);
  const parts = wholesOf(own.parts);
  const columns = parts[0]?.figures.map(({ column }) => column) ?? [];
  return (
    <div className="stack-tight" data-own={own.rows}>
      <h4>{fields.field('ownData')}</h4>
      <FigureTable
        caption={fields.field('ownData')}
        columns={[say('studio.own.rows'), ...columns]}
        rows={parts.map(({ id, rows, figures }) => {
          const at = `${pointer}/ownData/parts/${own.parts.findIndex((part) => part.id === id)}`;
          return {
            id: `own ${id}`,
            title: names.get(id) ?? id,
            cells: [
              <data key="rows" value={rows} data-figure={`${at}/rows`}>
                {number(rows)}
              </data>,
              ...figures.map(({ column, sum }, i) => (
                <data key={column} value={sum} data-figure={`${at}/figures/${i}/sum`}>
                  {sum === undefined ? '–' : number(sum)}
                </data>
              )),
            ],
          };
        })}
      />
      {own.outside > 0 && (
        <p className="soft small">
          {say('studio.own.outside', { count: own.outside, rows: number(own.outside), of: number(own.rows) })}
        </p>
      )}
    </div>
  );
}
