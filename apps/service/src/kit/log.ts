import { type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'child'>;

/** API keys in running text, also those that were cut short; keys/format.ts says how they are built. */
export const KEY_IN_TEXT = /hl_(live|test)_[0-9A-Za-z]{8}_[0-9A-Za-z]+/g;

/** Secrets by their looks: API keys, those of payments and their checkouts, webhook secrets, and whatever follows a bearer scheme or a password member. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [KEY_IN_TEXT, 'hl_[redacted]'],
  [/\b(sk|rk)_(live|test)_\w+/g, '$1_[redacted]'],
  [/\bcs_(live|test)_\w+/g, 'cs_[redacted]'],
  [/whsec_[0-9A-Za-z+/=_-]+/g, 'whsec_[redacted]'],
  [/\b(bearer|basic) +[^\s"\\,]+/gi, '$1 [redacted]'],
  [/("(?:password|secret|authorization)" *: *")(?:[^"\\]|\\.)*"/gi, '$1[redacted]"'],
  [/(\\"(?:password|secret|authorization)\\" *: *\\")[^"\\]*/gi, '$1[redacted]'], // JSON within a text of JSON
  [/((?:postgres(?:ql)?|smtps?):\/\/[^:@/\s]*:)[^@\s]*@/gi, '$1[redacted]@'],
];

/** A line of the log without secrets. */
export const withoutSecrets = (line: string): string =>
  SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);

export interface LogSettings {
  readonly level: string;
  /** Takes whole lines; standard error where absent, so that standard output stays for answers. */
  readonly write?: ((line: string) => void) | undefined;
  /** Counts lines of the level warn or above. */
  readonly count?: ((level: string, event: string) => void) | undefined;
}

/** pino's number of the level warn. */
const WARN = 40;

/** Structured log: one JSON object per line. Secrets are taken out of the finished line, wherever they came in. */
export function openLog({ level, write, count }: LogSettings): Log {
  const out = write ?? ((line: string) => void process.stderr.write(line));
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod(args, method, number) {
          if (number >= WARN) count?.(pino.levels.labels[number] ?? 'error', String(args.at(-1)));
          method.apply(this, args);
        },
      },
    },
    { write: (line) => out(withoutSecrets(line)) },
  );
}
