import { useNames } from '../../fields/title.ts';
import { Sentence } from '../../text/sentences.tsx';
import { FigureTable } from './figureTable.tsx';
import { Figure } from './how.tsx';
import { type Topic, useTopicFigure } from './topicFigure.ts';
import { ListsAndClasses } from './topicLists.tsx';
import { useUnitsBeside } from './units.ts';

/** A table of the census: fields that are described beside their figures. */
export const isTopic = (value: unknown): value is Topic =>
  typeof value === 'object' &&
  value !== null &&
  'section' in value &&
  'available' in value &&
  ('figures' in value || 'reason' in value);

interface TopicTableProps {
  readonly topic: Topic;
  readonly pointer: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** Each field with its figure for every part, and for the areas around. */
export function TopicTable({ topic, pointer, parts }: TopicTableProps) {
  const names = useNames();
  const units = useUnitsBeside();
  const { figure, meaning } = useTopicFigure();
  if (!topic.available)
    return (
      <section className="stack-tight">
        <h4>{names.value(topic.code)}</h4>
        <p className="soft">
          <Sentence>{topic.reason}</Sentence>
        </p>
      </section>
    );
  const columns = Object.keys(topic.figures);
  return (
    <details className="fold" data-topic={topic.code} open={pointer.endsWith('/0')}>
      <summary>{names.value(topic.code)}</summary>
      <FigureTable
        caption={names.value(topic.code)}
        columns={columns.map((id) => parts.get(id) ?? names.value(id))}
        rows={Object.entries(topic.fields).map(([field, { unit }]) => ({
          id: field,
          title: meaning(topic, field),
          unit: units(unit),
          cells: columns.map((id) => (
            <Figure key={id} pointer={`${pointer}/figures/${id}/values/${field}`} {...figure(topic, id, field)} />
          )),
        }))}
      />
      <ListsAndClasses topic={topic} pointer={pointer} columns={columns} parts={parts} />
    </details>
  );
}
