import type { AreasCompared } from '../../api/types.ts';
import { WAYS } from '../../map/data/classes.ts';
import { useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';
import { Segments } from '../../ui/segments.tsx';
import { ACCESS_GROUPS, isOfAccess } from './access.ts';
import { AccessChoice, askOf, hasSectors, sectorsOf } from './accessChoice.tsx';
import { type Coloring, color, useFigureWords } from './compared.ts';

interface FigureChoiceProps {
  readonly compared: AreasCompared;
  readonly coloring: Coloring;
}

/** What the areas are colored by: a group of figures, one of them, how its values are parted, and which areas. */
export function FigureChoice({ compared, coloring }: FigureChoiceProps) {
  const { say } = useText();
  const names = useFigureWords(compared);
  const { figures, levels, areas } = compared;
  const { figure, way } = coloring;
  const groups = [...new Set([...figures.map(({ group }) => group), ...(hasSectors(compared) ? ACCESS_GROUPS : [])])];
  const choose = (id: string) => color({ figure: id });
  const chooseGroup = (group: string) => {
    const known = figures.find((one) => one.group === group);
    if (known !== undefined) choose(known.id);
    else askOf(group, sectorsOf(compared).find(({ id }) => id === figure.field)?.id ?? sectorsOf(compared)[0]?.id);
  };
  const levelOf = (level: number | null) => String(level ?? '');
  return (
    <div className="area-choice">
      {levels.length > 1 && (
        <Select
          label={say('areas.level')}
          choices={levels.map(({ level, localType, areas: count }) => ({
            id: levelOf(level),
            name: say('areas.ofLevel', { name: localType || say('areas.levelNo', { level: levelOf(level) }), count }),
          }))}
          value={levelOf(areas[0]?.level ?? null)}
          onChange={(level) => color({ level })}
        />
      )}
      <Select
        label={say('areas.colorBy')}
        choices={groups.map((id) => ({ id, name: names.group(id) }))}
        value={figure.group}
        onChange={chooseGroup}
      />
      {isOfAccess(figure.group) ? (
        <AccessChoice compared={compared} group={figure.group} sector={figure.field} />
      ) : (
        <Select
          label={say('areas.figure')}
          choices={figures
            .filter(({ group }) => group === figure.group)
            .map((one) => ({ id: one.id, name: names.title(one) }))}
          value={figure.id}
          onChange={choose}
        />
      )}
      <Segments
        label={say('areas.classes')}
        choices={WAYS.map((id) => ({ id, name: say(`areas.classes.${id}`) }))}
        value={way}
        onChange={(id) => color({ classes: id })}
      />
    </div>
  );
}
