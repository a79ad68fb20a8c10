import { isAbsolute } from 'node:path';
import { spotIn } from '@hinterland/catalogue/coordinates';
import { asciiDigits, readNumber } from '@hinterland/catalogue/numbers';
import { SingleBar } from 'cli-progress';

/** A failure that the user can mend; printed as one sentence, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  /** 1 = the work failed, 2 = the call was wrong. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The refusal of a file that is not there, with the place that was looked at. */
export const noFile = (path: string): CommandError =>
  new CommandError(`There is no file ${path}${isAbsolute(path) ? '' : ` in ${process.cwd()}`}.`, 2);

/** What a command prints is its answer; progress and notes go to the other stream, so that answers can be piped. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);
export const note = (text: string): void => void process.stderr.write(`${text}\n`);

/** `fraction` in 0..1 within the named step. */
export type Progress = (step: string, fraction: number) => void;

/** A bar on a terminal, a line per step elsewhere. Call `stop` when done. */
export function progressBar(): { readonly update: Progress; stop(): void } {
  if (!process.stderr.isTTY) {
    let last = '';
    return {
      update(step) {
        if (step !== last) note(`${step} …`);
        last = step;
      },
      stop() {},
    };
  }
  const bar = new SingleBar({
    stream: process.stderr,
    format: '{bar} {percentage}%  {step}',
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    stopOnComplete: false,
  });
  bar.start(100, 0, { step: '' });
  return {
    update: (step, fraction) => bar.update(Math.round(fraction * 100), { step }),
    stop: () => bar.stop(),
  };
}

/** Numbers for people: groups of three digits, no more digits than help. */
export const figure = (value: number, digits = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** Lines of two columns, the first as wide as its longest entry. */
export function twoColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`).join('\n');
}

/** Rows of the same members as columns below their names. Absent values are a dash. */
export function table(rows: readonly object[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => `${(row as Record<string, unknown>)[name] ?? '-'}`));
  const widths = names.map((name, i) => Math.max(name.length, ...lines.map((line) => line[i]!.length)));
  return [names, ...lines]
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** "-33.86,151.2" to a point, also in the other ways of maps; the message says what is wrong with anything else. */
export function parsePoint(text: string): { lat: number; lng: number } {
  const reading = spotIn(text);
  if (reading?.fault === null) return reading.spot;
  const spots = (reading?.spots ?? []).map(({ lat, lng }) => `${lat},${lng}`).join(' or ');
  if (reading === null || spots === '') {
    const isOff = reading?.fault === 'outside';
    throw new CommandError(
      isOff
        ? `"${text}" lies off the globe. Latitude comes first (-90 to 90), then longitude.`
        : `"${text}" is not a point. Write latitude,longitude in degrees, as in -33.86,151.21.`,
      2,
    );
  }
  throw new CommandError(`"${text}" can be understood in several ways. Latitude comes first: write ${spots}.`, 2);
}

/**
 * An amount of `what`, such as "20000", "20 000" or "0.5", with the word behind it or without. "20.000" is refused: it is twenty
 * in some countries and twenty thousand in others.
 */
export function parseAmount(text: string, what: string): number {
  const value = readNumber(text, { units: (unit) => (unit.toLowerCase() === what ? 1 : undefined) });
  if (typeof value === 'number') return value;
  throw new CommandError(
    value === 'ambiguous'
      ? `"${text}" may have thousands or decimals. Write thousands without a sign between them, such as 20000, and decimals without zeros at the end.`
      : `"${text}" is not a number of ${what}.`,
    2,
  );
}

/** "5,10,15" to ascending numbers. */
export function parseMinutes(text: string): number[] {
  const minutes = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(asciiDigits(part.trim()))));
  if (minutes.some((value) => !Number.isFinite(value) || value <= 0)) {
    throw new CommandError(`"${text}" is not a list of minutes. Write them ascending, as in 5,10,15.`, 2);
  }
  if (minutes.some((value, i) => i > 0 && value <= (minutes[i - 1] as number))) {
    throw new CommandError(`The minutes "${text}" must rise: each band ends later than the one before.`, 2);
  }
  return minutes;
}
