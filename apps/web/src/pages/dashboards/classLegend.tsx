import type { CSSProperties } from 'react';
import type { AreasCompared } from '../../api/types.ts';
import { classCovers } from '../../map/style/colors.ts';
import { LegendList } from '../../map/view/legendList.tsx';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Coloring, useFigureWords } from './compared.ts';

interface ClassLegendProps {
  readonly compared: AreasCompared;
  readonly coloring: Coloring;
}

/** The classes of the map with their limits and how many areas each has, the highest first; then what has no figure, and the whole. */
export function ClassLegend({ compared, coloring: { figure, classes } }: ClassLegendProps) {
  const { area } = compared;
  const { say } = useText();
  const { people } = useFormat();
  const names = useFigureWords(compared);
  const covers = classCovers(classes.length);
  const none = figure.values.filter((value) => value === null).length;
  const rows = classes.map(({ from, to, count }, i) => ({
    text: [...new Set([from, to].map((value) => names.value(value, figure.unit)))].join(' – '),
    count,
    depth: `${Math.round(100 * (covers[i] ?? 0))}%`,
  }));
  return (
    <LegendList head={names.titled(figure)}>
      {rows.toReversed().map(({ text, count, depth }) => (
        <li key={depth} data-class={count}>
          <span className="swatch" style={{ '--depth': depth } as CSSProperties} />
          <span>{text}</span>
          <span className="legend-figure">{say('areas.count', { count, number: people(count) })}</span>
        </li>
      ))}
      {none > 0 && (
        <li data-class={none}>
          <span className="swatch" data-part="no_figure" />
          <span>{say('areas.noFigure')}</span>
          <span className="legend-figure">{say('areas.count', { count: none, number: people(none) })}</span>
        </li>
      )}
      {figure.whole !== null && (
        <li className="legend-whole">
          <bdi>{area.name}</bdi>
          <span className="legend-figure">{names.value(figure.whole, figure.unit)}</span>
        </li>
      )}
    </LegendList>
  );
}
