import { outlineOf } from '../geometry/ellipse.ts';
import { smoothLine } from '../geometry/plane.ts';
import { FERRIES } from '../plan/ferries.ts';
import { LOCALITIES } from '../plan/localities.ts';
import { MOTORWAY } from '../plan/motorway.ts';
import { ISLANDS, RIDGES, RIVERS } from '../plan/nature.ts';
import { ROADS as ROAD_PLANS } from '../plan/roads.ts';
import { TOWNS } from '../plan/towns.ts';
import { ZONES } from '../plan/zones.ts';
import { COAST, INK, LAND, RIVER, ROADS } from './colors.ts';
import { COUNTRY } from './frames.ts';
import { Sheet } from './sheet.ts';

const QUARTER = '#c98f8a';
const ZONE = '#8fae6b';
const RIDGE = '#b9a27c';

/** Stage 1: what is drawn by hand, as it is drawn. */
export function drawPlan(note: string): string {
  const sheet = new Sheet(COUNTRY);
  const coasts = ISLANDS.map(({ coast }) => smoothLine(coast, 250, true));
  sheet.rings(coasts, `fill="${LAND}" stroke="${COAST}" stroke-width="14"`);
  for (const { line, halfWidthMeters } of RIDGES) {
    for (const [share, opacity] of [
      [1.2, 0.18],
      [0.7, 0.22],
      [0.3, 0.3],
    ] as const) {
      sheet.lines([line], RIDGE, sheet.pixels(2 * halfWidthMeters * share), `stroke-opacity="${opacity}"`);
    }
  }
  sheet.lines(
    RIVERS.map(({ course }) => course),
    RIVER,
    3,
  );
  sheet.rings(
    TOWNS.flatMap(({ quarters }) => quarters.map(outlineOf)),
    `fill="${QUARTER}" fill-opacity=".55"`,
  );
  sheet.rings(ZONES.map(outlineOf), `fill="${ZONE}" fill-opacity=".8"`);
  for (const name of ['unclassified', 'tertiary', 'secondary', 'primary', 'trunk']) {
    const courses = ROAD_PLANS.filter((road) => road.class === name).map(({ course }) => course);
    sheet.lines(courses, ROADS[name]?.color ?? '#9b9384', 1.8);
  }
  sheet.lines([MOTORWAY.course], ROADS.motorway!.color, 3);
  sheet.lines(
    FERRIES.map(({ crossing }) => crossing),
    '#6f93a3',
    1.8,
    'stroke-dasharray="60 60"',
  );
  const drawn = [...ROAD_PLANS.map(({ course }) => course), MOTORWAY.course, ...RIVERS.map(({ course }) => course)];
  sheet.dots([...ISLANDS.flatMap(({ coast }) => coast), ...drawn.flat()], '#fff', 4);
  sheet.dots([...ISLANDS.flatMap(({ coast }) => coast), ...drawn.flat()], INK, 2.4);
  sheet.dots(
    LOCALITIES.map(({ center }) => center),
    '#5b6fa8',
    5,
  );
  for (const { name, kind, center } of TOWNS) {
    if (kind !== 'village') sheet.label(name, { x: center.x, y: center.y + 700 }, kind === 'capital' ? 19 : 15);
  }
  return sheet.toSvg(
    '1 · Plan',
    'Drawn by hand: coasts, ridges, rivers, roads and towns.',
    [
      { text: 'town quarter', color: QUARTER, form: 'field' },
      { text: 'park, airport, estate', color: ZONE, form: 'field' },
      { text: 'ridge', color: RIDGE, form: 'field' },
      { text: 'seed of a locality', color: '#5b6fa8', form: 'dot' },
      { text: 'motorway', color: ROADS.motorway!.color, form: 'line' },
      { text: 'ferry', color: '#6f93a3', form: 'dashed' },
    ],
    note,
  );
}
