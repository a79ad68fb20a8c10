import { createServer } from 'node:net';

/** Figures of a service process, by itself. */
export interface ProcessState {
  /** Delay of the event loop since the figures were read before, 99%. */
  readonly loopDelayMilliseconds: number;
  readonly residentMegabytes: number;
}

/** Reads them from the port of figures. */
export async function readProcess(port: number): Promise<ProcessState> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{.*?\\})? (\\S+)`, 'm').exec(text)?.[1]);
  return {
    loopDelayMilliseconds: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
    residentMegabytes: figure('process_resident_memory_bytes') / 1e6,
  };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
