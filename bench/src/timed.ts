/** The milliseconds that work took: by the clock, and of all threads of this process. */
export interface Times {
  readonly wall: number;
  readonly cpu: number;
}

/** Does work and returns its result with its times. */
export async function timed<T>(work: () => T | Promise<T>): Promise<Times & { readonly result: T }> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const result = await work();
  const wall = performance.now() - started;
  const used = process.cpuUsage(cpu);
  return { result, wall, cpu: (used.user + used.system) / 1000 };
}
