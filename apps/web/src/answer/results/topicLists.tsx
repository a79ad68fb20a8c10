import type { Schemas } from '../../api/types.ts';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { useFigures } from './figure.ts';
import { FigureTable } from './figureTable.tsx';
import { Figure } from './how.tsx';
import { useUnitsBeside } from './units.ts';

type Topic = Extract<Schemas['CensusTopic'], { available: true }>;

interface ListsProps {
  readonly topic: Topic;
  readonly pointer: string;
  readonly columns: readonly string[];
  readonly parts: ReadonlyMap<string, string>;
}

/** Classes of a distribution, and counts by label, of each part. */
export function ListsAndClasses({ topic, pointer, columns, parts }: ListsProps) {
  const { say } = useText();
  const names = useNames();
  const { text, number } = useFigures();
  const units = useUnitsBeside();
  const named = columns.map((id) => parts.get(id) ?? names.value(id));
  const cell = (id: string, rest: string, value: number | null | undefined, meaning: string) => (
    <Figure
      key={id}
      pointer={`${pointer}/figures/${id}/${rest}`}
      value={value}
      how={{
        title: meaning,
        shown: value == null ? say('figure.notPublished') : text(value, 'residents'),
        meaning,
        vintage: topic.vintage,
      }}
    />
  );
  return (
    <>
      {topic.distributions.map(({ name, unit, meaning, limits }) => (
        <FigureTable
          key={name}
          caption={meaning}
          head={meaning}
          columns={named}
          rows={limits.map(([lower, upper], i) => ({
            id: `${name} ${i}`,
            title: classOf(lower, upper, number),
            unit: units(unit),
            cells: columns.map((id) =>
              cell(id, `distributions/${name}/${i}`, topic.figures[id]?.distributions[name]?.[i], meaning),
            ),
          }))}
        />
      ))}
      {topic.lists.map(({ name, unit, meaning }) => {
        const keys = new Map(
          columns.flatMap(
            (id) => topic.figures[id]?.lists[name]?.items.map(({ key, title }) => [key, title] as const) ?? [],
          ),
        );
        return (
          <FigureTable
            key={name}
            caption={meaning}
            head={meaning}
            columns={named}
            rows={[...keys].map(([key, title]) => ({
              id: key,
              title,
              lang: 'en',
              unit: units(unit),
              cells: columns.map((id) => {
                const items = topic.figures[id]?.lists[name]?.items ?? [];
                const at = items.findIndex((one) => one.key === key);
                return cell(id, `lists/${name}/items/${at}/value`, items[at]?.value, `${meaning}: ${title}`);
              }),
            }))}
          />
        );
      })}
    </>
  );
}

/** Limits of a class, "10,000–20,000"; "≥ 90,000" and "< 5,000" where it is open. */
function classOf(
  lower: number | null | undefined,
  upper: number | null | undefined,
  number: (value: number) => string,
): string {
  if (lower == null) return upper == null ? '' : `< ${number(upper)}`;
  return upper == null ? `≥ ${number(lower)}` : `${number(lower)}–${number(upper)}`;
}
