import type { FetchProgress, Plan } from '@hinterland/importers';

/** Time between two lines of progress. */
const EVERY_MILLISECONDS = 1000;
/** The rate of a download is that of this time. */
const RATE_MILLISECONDS = 15_000;

/** How far it is. Bytes are those of all files; of a file whose size nobody knows they count once they are there. */
interface Progress {
  readonly phase: 'planning' | 'fetching' | 'building';
  /** The file that is fetched, or the step of the build. */
  readonly what: string;
  readonly bytes: number;
  readonly totalBytes: number;
  /** Of the step of the build, 0..1. */
  readonly fraction: number;
  /** About; null where it takes longer than was estimated, or nothing has come yet. */
  readonly secondsLeft: number | null;
}

/**
 * Tells as lines what happens while a territory is made: `plan`, `progress` at each change of the phase and every second, then
 * `done`, `unchanged` or `failed`. The lines go on while nothing happens, so that a command whose reader is gone notices it.
 */
export function eventLines(write: (line: object) => void) {
  const files = new Map<string, { bytes: number; total: number }>();
  const rates: { at: number; bytes: number }[] = [];
  let phase: Progress['phase'] = 'planning';
  let [what, fraction, buildSeconds, builtSince] = ['', 0, Number.NaN, 0];

  const sum = (of: 'bytes' | 'total') => [...files.values()].reduce((all, file) => all + file[of], 0);
  function secondsLeft(): number | null {
    const now = performance.now();
    if (phase === 'building') {
      const left = buildSeconds - (now - builtSince) / 1000;
      return left > 0 ? left : null;
    }
    const first = rates[0];
    const last = rates.at(-1);
    if (first === undefined || last === undefined || last.bytes <= first.bytes || Number.isNaN(buildSeconds))
      return null;
    const perMillisecond = (last.bytes - first.bytes) / (last.at - first.at);
    return (sum('total') - last.bytes) / perMillisecond / 1000 + buildSeconds;
  }
  function tell(): void {
    const progress: Progress = {
      phase,
      what,
      bytes: sum('bytes'),
      totalBytes: sum('total'),
      fraction,
      secondsLeft: secondsLeft(),
    };
    write({ event: 'progress', ...progress });
  }
  function go(next: Progress['phase'], name: string): void {
    const isNew = next !== phase || name !== what;
    if (next === 'building' && phase !== 'building') builtSince = performance.now();
    [phase, what] = [next, name];
    if (isNew) tell();
  }
  const timer = setInterval(tell, EVERY_MILLISECONDS);
  tell();
  return {
    planned({ files: wanted, cuts, estimate }: Plan): void {
      buildSeconds = estimate.buildSeconds;
      for (const { name, megabytes } of wanted) {
        if (!files.has(name)) files.set(name, { bytes: 0, total: (megabytes ?? 0) * 1e6 });
      }
      for (const { name, megabytes } of cuts) files.set(name, { bytes: 0, total: megabytes * 1e6 });
      write({ event: 'plan', downloadMegabytes: estimate.downloadMegabytes, buildSeconds });
    },
    fetching({ name, bytes, total }: FetchProgress): void {
      files.set(name, { bytes, total: total ?? Math.max(bytes, files.get(name)?.total ?? 0) });
      const now = performance.now();
      rates.push({ at: now, bytes: sum('bytes') });
      while (rates.length > 2 && now - rates[0]!.at > RATE_MILLISECONDS) rates.shift();
      go('fetching', name);
    },
    there(name: string): void {
      const total = files.get(name)?.total ?? 0;
      files.set(name, { bytes: total, total });
      // What was there before says nothing about the rate.
      rates.length = 0;
    },
    building(step: string, done: number): void {
      fraction = done;
      go('building', step);
    },
    failed: (detail: string): void => write({ event: 'failed', detail }),
    done: (got: object | null): void => write(got === null ? { event: 'unchanged' } : { event: 'done', ...got }),
    stop: (): void => clearInterval(timer),
  };
}
