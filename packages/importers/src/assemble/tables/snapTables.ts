import { MODES, type Mode } from '@hinterland/catalogue';
import type { RoadGraph } from '../../graph/roadGraph.ts';
import type { Report } from '../../report/report.ts';
import type { PoleStreets } from '../../snap/poleStreets.ts';
import { type PoleSnaps, snapPoles } from '../../snap/snap.ts';
import type { OrderedPoles } from './orderedPoles.ts';

/** More poles than this share without a road are worth a warning. */
const MANY_BEYOND = 0.05;

type SnapTables = Readonly<Record<Mode, Omit<PoleSnaps, 'beyond' | 'moved'>>>;

/** The bundle's tables of snaps by mode; reports the poles that no road of a mode reaches. */
export function snapTables(
  graph: RoadGraph,
  poles: OrderedPoles['table'],
  streets: PoleStreets,
  report: Report,
): SnapTables {
  const snapped = snapPoles(graph, poles.lngMicrodegrees, poles.latMicrodegrees, streets);
  const tables = MODES.map((mode) => {
    const { beyond, moved, ...snaps } = snapped[mode];
    report.fact(`poles on the street of their address, beside a nearer one, by ${mode}`, moved);
    report.fact(`poles too far from every road of ${mode}`, beyond.length);
    if (beyond.length > MANY_BEYOND * poles.kind.length) {
      report.warn(
        `${beyond.length} of ${poles.kind.length} poles are too far from every road of ${mode}: nothing reaches them.`,
      );
    }
    return [mode, snaps];
  });
  return Object.fromEntries(tables) as SnapTables;
}
