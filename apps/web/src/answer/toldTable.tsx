import { isNamedByTitle, type Row, type RowCell, type FigureTable as Table } from '@hinterland/answers/words';
import { useText, useWords } from '../text/index.ts';
import { FigureTable } from './results/figureTable.tsx';
import { Value } from './results/value.tsx';

/** Figures in rows, each of which says how it came about. */
export function ToldTable({ table: { columns, rows, isFolded }, caption }: { table: Table; caption: string }) {
  const { say } = useText();
  const words = useWords();
  const unitOf = ({ unit }: Row) => (unit === undefined || isNamedByTitle(unit.unit) ? '' : words.tell(unit));
  const [common, ...others] = new Set(rows.map(unitOf));
  // A unit that all rows have stands once, in their head.
  const isCommon = common !== undefined && common !== '' && others.length === 0 && rows.length > 1;
  const table = (
    <FigureTable
      caption={caption}
      {...(isCommon ? { head: common } : {})}
      columns={columns.map(words.title)}
      rows={rows.map((row) => {
        const { id, title, note, cells } = row;
        return {
          id,
          title: (
            <>
              <bdi>{words.title(title)}</bdi>
              {note !== undefined && <span className="block soft">{words.tell(note)}</span>}
            </>
          ),
          ...(words.isEnglish(title) ? { lang: 'en' } : {}),
          unit: isCommon ? '' : unitOf(row),
          cells: cells.map((cell) => <Cell key={cell.pointer} cell={cell} cells={cells} title={words.title(title)} />),
        };
      })}
    />
  );
  if (isFolded !== true) return table;
  return (
    <details className="fold">
      <summary>{say('chart.table')}</summary>
      {table}
    </details>
  );
}

function Cell({ cell, cells, title }: { cell: RowCell; cells: Row['cells']; title: string }) {
  const words = useWords();
  const { value, pointer, unit, isBest } = cell;
  // Different values that would read the same have all their digits.
  const isExact =
    isBest !== undefined &&
    new Set(cells.map((one) => words.short(one.value, unit))).size < new Set(cells.map((one) => one.value)).size;
  const figure = <Value pointer={pointer} value={value} title={title} unit={unit} isExact={isExact} />;
  if (isBest === undefined) return figure;
  return (
    <span className="compared" data-best={isBest}>
      {figure}
      {isBest && <span className="visually-hidden">{words.say('best')}</span>}
    </span>
  );
}
