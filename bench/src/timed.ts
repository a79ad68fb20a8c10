/** What work gave, with the milliseconds that it took: by the clock, and of all threads of this process. */
export interface Timed<T> {
  readonly result: T;
  readonly wall: number;
  readonly cpu: number;
}

export async function timed<T>(work: () => T | Promise<T>): Promise<Timed<T>> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const wall = performance.now() - started;
  const used = process.cpuUsage(cpu);
  return { result, wall, cpu: (used.user + used.system) / 1000 };
}
