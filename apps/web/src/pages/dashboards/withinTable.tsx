import { lazy, Suspense, useMemo } from 'react';
import type { AreasCompared } from '../../api/types.ts';
import type { FeatureRow } from '../../map/data/rows.ts';
import { useText } from '../../text/index.ts';
import type { DeskTable } from '../studio/twin/deskTables.ts';
import { OpenTable, useShownTable } from '../studio/twin/openTable.tsx';
import { type Coloring, useFigureWords } from './compared.ts';

/** Loaded when it is opened. */
const TableDrawer = lazy(() => import('../studio/twin/tableDrawer.tsx'));

interface WithinTableProps {
  readonly compared: AreasCompared;
  readonly coloring: Coloring;
}

/** The areas of the map as a table with all figures of the group, that of the map first. */
export function WithinTable(props: WithinTableProps) {
  const [wanted, show] = useShownTable();
  if (wanted === null) return <OpenTable onShow={show} />;
  return (
    <Suspense fallback={null}>
      <Opened {...props} onClose={() => show(null)} />
    </Suspense>
  );
}

function Opened({ compared, coloring, onClose }: WithinTableProps & { readonly onClose: () => void }) {
  const { say } = useText();
  const names = useFigureWords(compared);
  const table = useMemo((): DeskTable => {
    const figures = figuresOf(compared, coloring);
    const units = new Map(figures.map(({ id, unit }) => [id, unit]));
    return {
      id: 'areas',
      title: names.group(coloring.figure.group),
      columns: [
        { name: 'name', title: say('areas.name'), unit: '' },
        ...figures.map((figure) => ({ name: figure.id, title: names.title(figure), unit: names.unitInGroup(figure) })),
      ],
      rows: rowsOf(compared, coloring),
      rowName: (_, no) => `shapes ${no + 1}`,
      shownOf: (value, column) =>
        typeof value === 'number' ? names.value(value, units.get(column) ?? '') : String(value ?? ''),
    };
  }, [compared, coloring, say, names]);
  return <TableDrawer key={coloring.figure.id} tables={[table]} wanted="areas" onShow={onClose} />;
}

/** The figure of the map, then the others of its group. */
function figuresOf({ figures }: AreasCompared, { figure }: Coloring) {
  return [figure, ...figures.filter(({ id, group }) => group === figure.group && id !== figure.id)];
}

/** The areas as rows, the largest figure of the map first; those without one last. */
export function rowsOf(compared: AreasCompared, coloring: Coloring | null): readonly FeatureRow[] {
  const figures = coloring === null ? [] : figuresOf(compared, coloring);
  const by = (no: number) => coloring?.figure.values[no] ?? -Infinity;
  return compared.areas
    .map(({ code, name }, no) => ({ code, name, no }))
    .toSorted((a, b) => by(b.no) - by(a.no) || 0)
    .map(({ code, name, no }) => ({
      joint: code,
      cells: { name, ...Object.fromEntries(figures.map(({ id, values }) => [id, values[no]])) },
    }));
}
