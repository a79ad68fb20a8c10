/** Something that calls wait for: so many servers of one kind, each call taking so many milliseconds of one of them. */
export interface Resource {
  readonly name: string;
  /** Less than 1 where others take a part of the only one. */
  readonly servers: number;
  readonly milliseconds: number;
}

export interface Closed {
  readonly perSecond: number;
  /** From the moment a call is sent until its answer is there. */
  readonly milliseconds: number;
}

/**
 * Calls per second of a closed network: so many callers, each of whom sends the next call when it has its answer, by exact mean value
 * analysis (Reiser and Lavenberg, "Mean-value analysis of closed multichain queuing networks", J. ACM 27, 1980): a call that comes
 * finds the queue that one caller less would have made.
 *
 *     R_k(n) = D_k (1 + Q_k(n−1)),   X(n) = n / Σ R_k(n),   Q_k(n) = X(n) R_k(n)
 *
 * A resource of m servers is one that is m times as quick, and D (m−1)/m of time in which nobody waits (Seidmann, Schweitzer and Shalev-Oren,
 * "Computerized closed queueing network models of flexible manufacturing systems", Large Scale Systems 12, 1987).
 */
export function closed(resources: readonly Resource[], callers: number): Closed {
  const quick = resources.map(({ servers, milliseconds }) => milliseconds / servers);
  const alone = resources.reduce((sum, { milliseconds }, k) => sum + Math.max(0, milliseconds - quick[k]!), 0);
  let waiting = quick.map(() => 0);
  let answer: Closed = { perSecond: 0, milliseconds: 0 };
  for (let n = 1; n <= callers; n++) {
    const times = quick.map((one, k) => one * (1 + waiting[k]!));
    const milliseconds = alone + times.reduce((sum, one) => sum + one, 0);
    answer = { perSecond: (1000 * n) / milliseconds, milliseconds };
    waiting = times.map((one) => (n * one) / milliseconds);
  }
  return answer;
}

/**
 * The most that a resource lets through, calls per second: the utilization law U = X D / m with U = 1 (Denning and Buzen, "The operational
 * analysis of queueing network models", ACM Computing Surveys 10, 1978).
 */
export const boundOf = ({ servers, milliseconds }: Resource): number =>
  milliseconds === 0 ? Number.POSITIVE_INFINITY : (1000 * servers) / milliseconds;

/** The resource that bounds all: that of the least bound. */
export function firstOf(resources: readonly Resource[]): Resource {
  return resources.reduce((first, one) => (boundOf(one) < boundOf(first) ? one : first));
}
