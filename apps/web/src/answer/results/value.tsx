import { useWords } from '../../text/index.ts';
import { Figure } from './how.tsx';
import { useUnits } from './units.ts';

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

/** A figure in a cell: short to be read, exact when it is opened or pointed at. */
export function Value({ pointer, value, title, unit, meaning, isExact = false }: ValueProps) {
  const words = useWords();
  const units = useUnits();
  const short = words.short(value, unit);
  const exact = value == null || unit === 'share' ? short : words.number(value);
  const shown = isExact ? exact : short;
  return (
    <Figure
      pointer={pointer}
      value={value}
      how={{ title, shown, meaning, unit: unit === 'share' ? '%' : units(unit), note: exact === shown ? '' : exact }}
    />
  );
}
