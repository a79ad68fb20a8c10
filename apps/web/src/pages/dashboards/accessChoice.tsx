import type { AreasCompared } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';
import { Segments } from '../../ui/segments.tsx';
import { color, useFigureWords } from './compared.ts';

const MINUTES = [5, 10, 15, 20, 30, 45, 60];
const MODES = ['car', 'walk', 'bicycle'] as const;

/** The sectors that the areas have stores of, by the names of their figures. */
export const sectorsOf = ({ figures }: AreasCompared) =>
  figures.filter(({ group, field }) => group === 'stores' && field !== '').map((one) => ({ ...one, id: one.field }));

export const hasSectors = (compared: AreasCompared): boolean => sectorsOf(compared).length > 0;

/** Asks for the residents without a store of a sector within reach. */
export function askOf(group: string, sector: string | undefined): void {
  if (sector !== undefined) color({ figure: `${group}.${sector}`, sector });
}

interface AccessChoiceProps {
  readonly compared: AreasCompared;
  readonly group: string;
  readonly sector: string;
}

/** Of which sector, within how many minutes, and how people travel. */
export function AccessChoice({ compared, group, sector }: AccessChoiceProps) {
  const { say } = useText();
  const words = useFigureWords(compared);
  const names = useNames();
  const { minutes = 15, mode = 'car' } = compared.reach ?? {};
  const offered = [...new Set([...MINUTES, minutes])].toSorted((a, b) => a - b);
  return (
    <>
      <Select
        label={say('areas.sector')}
        choices={sectorsOf(compared).map((one) => ({ id: one.id, name: words.title(one) }))}
        value={sector}
        onChange={(id) => askOf(group, id)}
      />
      <Select
        label={say('areas.within')}
        choices={offered.map((id) => ({ id: String(id), name: say('areas.minutes', { minutes: id }) }))}
        value={String(minutes)}
        onChange={(id) => color({ minutes: id })}
      />
      <Segments
        label={say('areas.mode')}
        choices={MODES.map((id) => ({ id, name: names.value(id) }))}
        value={mode}
        onChange={(id) => color({ mode: id })}
      />
      <p className="soft small">{say('areas.accessText')}</p>
    </>
  );
}
