import { Link } from 'wouter';
import { FigureTable } from '../../answer/results/figureTable.tsx';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { type Area, type AreaFamily, dashboardOf, densityOf } from './useAreas.ts';

interface AreaFactsProps {
  readonly family: AreaFamily;
  readonly territory: string;
}

/** The figures of an area beside those of the areas that hold it. */
export function AreaFacts({ family: { area, parents }, territory }: AreaFactsProps) {
  const { say } = useText();
  const { people, threeDigits, percent } = useFormat();
  const known = (value: number | null, format: (value: number) => string) =>
    value === null ? <span className="soft">{say('figure.notPublished')}</span> : format(value);
  const rows: readonly [string, string, (one: Area) => ReturnType<typeof known>][] = [
    ['residents', say('dashboard.residents'), (one) => known(one.residents, people)],
    [
      'share',
      say('dashboard.share', { name: area.name }),
      (one) => known(area.residents === null || !one.residents ? null : area.residents / one.residents, percent),
    ],
    ['poles', say('dashboard.poles'), (one) => known(one.poles, people)],
    ['areaSquareKm', say('dashboard.size'), (one) => known(one.areaSquareKm, threeDigits)],
    ['density', say('dashboard.density'), (one) => known(densityOf(one), threeDigits)],
  ];
  const shown = [area, ...parents];
  return (
    <>
      {parents.length > 0 && (
        <nav className="crumbs" aria-label={say('dashboard.above')}>
          {parents.toReversed().map(({ code, name }) => (
            <Link key={code} href={dashboardOf(code, territory)}>
              <bdi>{name}</bdi>
            </Link>
          ))}
        </nav>
      )}
      <FigureTable
        caption={say('dashboard.figures')}
        columns={shown.map(({ name }) => name)}
        rows={rows.map(([id, title, shownOf]) => ({
          id,
          title,
          cells: shown.map((one) => (
            <span key={one.code} data-fact={`${id} ${one.code}`}>
              {shownOf(one)}
            </span>
          )),
        }))}
      />
    </>
  );
}
