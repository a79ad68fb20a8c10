import { useText } from '../../text/index.ts';

interface Amounts {
  /** "40 seconds", "12 minutes", "2.5 hours". */
  readonly duration: (seconds: number) => string;
  /** "180 kB", "400 MB", "1.2 GB". */
  readonly size: (megabytes: number) => string;
  /** Two digits of an estimate. */
  readonly about: (count: number) => string;
}

/** Amounts that are estimates, as people say them. */
export function useAmounts(): Amounts {
  const { language } = useText();
  const of = (value: number, unit: string, unitDisplay: 'long' | 'short') =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay,
      maximumFractionDigits: value < 10 ? 1 : 0,
    }).format(value);
  return {
    duration(seconds) {
      if (seconds < 90) return of(Math.max(5, Math.ceil(seconds / 5) * 5), 'second', 'long');
      return seconds < 5400 ? of(Math.ceil(seconds / 60), 'minute', 'long') : of(seconds / 3600, 'hour', 'long');
    },
    size(megabytes) {
      if (megabytes < 1) return of(megabytes * 1000, 'kilobyte', 'short');
      return megabytes < 1000 ? of(megabytes, 'megabyte', 'short') : of(megabytes / 1000, 'gigabyte', 'short');
    },
    about: (count) => new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(count),
  };
}
