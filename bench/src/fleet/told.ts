import { carriedByBox, carriedByFleet } from '../fleetModel/fleet.ts';
import { CALLS, type CallKind, CONNECTIONS, type FleetFigures, NAMES, PLACES } from './figures.ts';
import type { Measured } from './measured.ts';

/** Machines that the model speaks of: a process each. */
const MACHINES = [1, 2, 10, 100, 1000];
const FLEET = { processors: 4, databaseProcessors: 16, connections: 50, networkBits: 1e9 };

/**
 * What the model says of so many processes on the machine of the bench. It knows calls from one process alone; how many processors others
 * left is asked of the machine, in the rows that it is compared with.
 */
export const predicted = ({ one, two }: Pick<FleetFigures, 'one' | 'two'>, kind: CallKind, processes: 1 | 2) =>
  carriedByBox(
    { demands: one[kind] },
    { processes, processors: (processes === 1 ? one[kind][0]! : two[kind]).processorsLeft, connections: CONNECTIONS },
  );

/** Cores of the bench's machine. */
const IDLE = 2;

/** What the model says of the machine when nothing else runs on it. */
const onIdleCores = ({ one }: FleetFigures, kind: CallKind, processes: number) =>
  carriedByBox({ demands: one[kind] }, { processes, processors: IDLE, connections: CONNECTIONS });

const fleetOf = (figures: FleetFigures, kind: CallKind, machines: number) =>
  carriedByFleet(
    {
      demands: figures.one[kind],
      restMilliseconds: figures.rest.database,
      bytes: figures.one[kind][0]!.bytes,
      accountPerSecond: kind === 'free' ? Number.POSITIVE_INFINITY : figures.accountPerSecond,
    },
    { machines, ...FLEET },
  );

export function told(figures: FleetFigures, busy: string): string {
  const { one, two, ratios, rest } = figures;
  const rows = CALLS.flatMap((kind) => [
    ...one[kind].map((measured) => ({ kind, processes: 1, measured })),
    { kind, processes: 2, measured: two[kind] },
  ]);
  return [
    `${CONNECTIONS} connections, each sending its next call when it has its answer, to one process and, spread evenly, to two on the same cores; PostgreSQL and the load generator share them. Rows of some seconds in turn, all rounds together.`,
    `Free: \`areas.list\`, level 4. Charged: \`analysis.isochrone\`, 15 minutes by car with its polygon, from one place for all, and from ${PLACES} places in turn, more than two processes keep the answers of; one organization. Rows with fewer connections say how costs grow where`,
    'fewer calls share a statement. "Left" are the processors that nothing else on the machine took: where other work runs beside, two processes get more of it than one, so calls are also told per processor left.',
    'The server of PostgreSQL does not wait for its disk (`fsync=off`).',
    `At rest a process takes ${rest.database.toFixed(1)} ms of PostgreSQL's processors and ${rest.main.toFixed(1)} ms of its own thread a second, for ${rest.statements.toFixed(1)} statements.`,
    `Under these loads it holds ${figures.megabytes.toFixed(0)} MB at most. The account of one organization lets ${figures.accountPerSecond.toFixed(0)} charged calls a second through ([the ledger](the-ledger.json)). Before the start, the machine's load average was ${busy}.`,
    '',
    '| call | processes | connections | calls/s | answering thread, ms per call | other threads | PostgreSQL | load generator | statements per call | log, KB | left | calls/s per processor left |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(({ kind, processes, measured }) => {
      const { main, others, database, generator, statements, walBytes } = measured;
      const costs = [main, others, database, generator, statements].map((cost) => cost.toFixed(2));
      return `| ${NAMES[kind]} | ${processes} | ${measured.connections} | ${measured.perSecond.toFixed(0)} | ${costs.join(' | ')} | ${(walBytes / 1000).toFixed(1)} | ${measured.processorsLeft.toFixed(2)} | ${perProcessor(measured).toFixed(0)} |`;
    }),
    '',
    `What the model says of two processes from the rows of one, with the processors that were left to them, beside what was measured; and what it says of ${IDLE} cores without other work:`,
    '',
    '| call | two: measured | two: model | off | two ÷ one, rounds | two ÷ one per processor left | idle cores, one: model | two: model | two ÷ one | one is bounded by | two by |',
    '|---|--:|--:|--:|---|--:|--:|--:|--:|---|---|',
    ...CALLS.map((kind) => {
      const model = predicted(figures, kind, 2).perSecond;
      const measured = two[kind].perSecond;
      const [idleOne, idleTwo] = [onIdleCores(figures, kind, 1), onIdleCores(figures, kind, 2)];
      const cells = [
        measured.toFixed(0),
        model.toFixed(0),
        `${(100 * (model / measured - 1)).toFixed(0)}%`,
        ratios[kind].map((ratio) => ratio.toFixed(2)).join(', '),
        (perProcessor(two[kind]) / perProcessor(one[kind][0]!)).toFixed(2),
        idleOne.perSecond.toFixed(0),
        idleTwo.perSecond.toFixed(0),
        (idleTwo.perSecond / idleOne.perSecond).toFixed(2),
        idleOne.first,
        idleTwo.first,
      ];
      return `| ${NAMES[kind]} | ${cells.join(' | ')} |`;
    }),
    '',
    `Machines of ${FLEET.processors} cores with one process, ${FLEET.connections} connections to each; PostgreSQL on ${FLEET.databaseProcessors} cores of its own; ${FLEET.networkBits / 1e9} Gbit/s; cores as quick as these. Charged calls are all of one organization, or spread over many:`,
    '',
    '| call | machines | calls/s, model | first bound | calls/s of many organizations | first bound of many | log of PostgreSQL, MB/s | connections to PostgreSQL |',
    '|---|--:|--:|---|--:|---|--:|--:|',
    ...CALLS.flatMap((kind) => MACHINES.map((machines) => fleetRow(figures, kind, machines))),
  ].join('\n');
}

function fleetRow(figures: FleetFigures, kind: CallKind, machines: number): string {
  const one = fleetOf(figures, kind, machines);
  const many = fleetOf({ ...figures, accountPerSecond: Number.POSITIVE_INFINITY }, kind, machines);
  const cells = [
    `${machines}`,
    one.perSecond.toFixed(0),
    one.first,
    many.perSecond.toFixed(0),
    many.first,
    ((many.perSecond * figures.one[kind][0]!.walBytes) / 1e6).toFixed(1),
    `${machines * CONNECTIONS_OF_PROCESS}`,
  ];
  return `| ${NAMES[kind]} | ${cells.join(' | ')} |`;
}

/** Connections of a process to PostgreSQL at most (`apps/service/src/kit/db/database.ts`). */
const CONNECTIONS_OF_PROCESS = 10;

const perProcessor = ({ perSecond, processorsLeft }: Measured): number => perSecond / processorsLeft;
