import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Figure } from './how.tsx';
import { isMoney, useUnits } from './units.ts';

interface ValueProps {
  readonly pointer: string;
  readonly value: number | null | undefined;
  readonly title: string;
  /** Unit as the service calls it; `share` is a part of 1. */
  readonly unit: string;
  readonly meaning?: string | undefined;
  /** Whether all digits are shown: those beside it would read the same otherwise. */
  readonly isExact?: boolean;
}

/** Counted things, which are whole numbers. */
const WHOLE = new Set(['persons', 'stores', 'listings', 'families', 'households', 'square_meters', 'days']);

/** Writes a value with a unit of the service: amounts of money and large numbers in three digits, counts whole. */
export function useValueText() {
  const { say } = useText();
  const { decimal, people, percent, short } = useFormat();
  return (value: number | null | undefined, unit: string): string => {
    if (value == null) return say('studio.figure.none');
    if (unit === 'share') return percent(value);
    if (WHOLE.has(unit)) return people(value);
    if (isMoney(unit)) return short(value);
    return `${unit === 'percent_per_year' && value > 0 ? '+' : ''}${decimal(value)}`;
  };
}

/** A figure in a cell: short to be read, exact when it is opened or pointed at. */
export function Value({ pointer, value, title, unit, meaning, isExact = false }: ValueProps) {
  const { number } = useFormat();
  const units = useUnits();
  const text = useValueText();
  const short = text(value, unit);
  const exact = value == null || unit === 'share' ? short : number(value);
  const shown = isExact ? exact : short;
  return (
    <Figure
      pointer={pointer}
      value={value}
      how={{ title, shown, meaning, unit: unit === 'share' ? '%' : units(unit), note: exact === shown ? '' : exact }}
    />
  );
}
