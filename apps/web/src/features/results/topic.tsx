import type { Schemas } from '@hinterland/client';
import { useNames } from '../../fields/title.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { useFigures } from './figure.ts';
import { FigureTable } from './figureTable.tsx';
import { Figure } from './how.tsx';
import { ListsAndClasses } from './topicLists.tsx';

type Topic = Schemas['CensusTopic'];

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
  const { say } = useText();
  const names = useNames();
  const { percent } = useFormat();
  const { number, text } = useFigures();
  if (!topic.available)
    return (
      <section className="stack-tight">
        <h4 lang="en">{topic.title}</h4>
        <p className="soft" lang="en">
          {topic.reason}
        </p>
      </section>
    );
  const columns = Object.keys(topic.figures);
  const notPublished = say('studio.figure.notPublished');
  return (
    <section className="stack-tight" data-topic={topic.code}>
      <h4>{names.value(topic.code)}</h4>
      <FigureTable
        caption={topic.title}
        columns={columns.map((id) => parts.get(id) ?? names.value(id))}
        rows={Object.entries(topic.fields).map(([field, { unit, method, meaning, base, available }]) => ({
          id: field,
          title: meaning,
          unit: names.value(unit),
          cells: columns.map((id) => {
            const { values, atLeast, atMost, shares, imputedShare, estimatedShare } = topic.figures[id]!;
            const value = values[field] ?? null;
            const bound = atLeast?.[field] ?? atMost?.[field];
            const shown =
              value !== null
                ? text(value, unit === 'persons' ? 'residents' : unit)
                : bound === undefined
                  ? notPublished
                  : `${atLeast?.[field] === undefined ? '≤' : '≥'} ${number(bound)}`;
            const share = shares[field];
            const how = {
              title: meaning,
              shown,
              meaning: available ? meaning : notPublished,
              unit: names.value(unit),
              base: base === undefined ? undefined : topic.fields[base]?.meaning,
              method: names.value(method),
              vintage: topic.vintage,
              note: [
                topic.note,
                share == null ? '' : say('studio.how.share', { share: number(share) }),
                say('studio.how.imputed', { imputed: percent(imputedShare), estimated: percent(estimatedShare) }),
              ]
                .filter((one) => one !== '')
                .join(' '),
            };
            return <Figure key={id} pointer={`${pointer}/figures/${id}/values/${field}`} value={value} how={how} />;
          }),
        }))}
      />
      <ListsAndClasses topic={topic} pointer={pointer} columns={columns} parts={parts} />
    </section>
  );
}
