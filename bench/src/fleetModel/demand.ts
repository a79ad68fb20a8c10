/** What a call takes, in milliseconds of processor time, as it was measured with so many connections to one process. */
export interface Demand {
  readonly connections: number;
  /** The thread that answers requests. */
  readonly main: number;
  /** The other threads of the process. */
  readonly others: number;
  /** PostgreSQL. */
  readonly database: number;
  /** The client that sends the call. */
  readonly generator: number;
  /** Statements, which several calls share when they wait together. */
  readonly statements: number;
  /** What PostgreSQL writes to its log. */
  readonly walBytes: number;
}

const PARTS = ['main', 'others', 'database', 'generator', 'walBytes'] as const;

/**
 * What a call takes with so many connections to each process, from measurements of one process. Calls that wait together share
 * statements (decision 339), so with fewer connections a call takes a larger part of a statement. Its number of statements is taken from the
 * measurements, in a line over 1 ÷ connections between two of them and as at the nearest one beyond; each cost is a line over the
 * number of statements, fitted by least squares: what a call takes by itself, and what a statement takes. A slope below 0 is taken for none.
 */
export function demandAt(measured: readonly Demand[], connections: number): Demand {
  const statements = statementsAt(measured, connections);
  const parts = PARTS.map((part) => [
    part,
    lineAt(
      measured.map((one) => [one.statements, one[part]]),
      statements,
    ),
  ]);
  return { connections, statements, ...Object.fromEntries(parts) } as Demand;
}

function statementsAt(measured: readonly Demand[], connections: number): number {
  const known = measured.toSorted((a, b) => a.connections - b.connections);
  const above = known.findIndex((one) => one.connections >= connections);
  if (above === 0) return known[0]!.statements;
  if (above === -1) return known.at(-1)!.statements;
  const [low, high] = [known[above - 1]!, known[above]!];
  const share = (1 / low.connections - 1 / connections) / (1 / low.connections - 1 / high.connections);
  return low.statements + share * (high.statements - low.statements);
}

/** The value at x of the line through points by least squares. */
function lineAt(points: readonly (readonly [number, number])[], x: number): number {
  const mean = (of: 0 | 1) => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [a]) => sum + (a - meanX) ** 2, 0);
  const joint = points.reduce((sum, [a, b]) => sum + (a - meanX) * (b - meanY), 0);
  const slope = spread === 0 ? 0 : Math.max(0, joint / spread);
  return meanY + slope * (x - meanX);
}
