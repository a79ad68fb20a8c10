import type { Changes, Family } from '../../api/types.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';

/** Rows of the family, and the difference to the version before. */
export function WhatChanged({ counts, changes }: Pick<Family, 'counts' | 'changes'>) {
  const { say } = useText();
  const { number } = useFormat();
  const titleOf = useTitles();
  return (
    <div className="card-body stack-tight small">
      <details>
        <summary>{say('data.rows')}</summary>
        <dl className="facts">
          {Object.entries(counts).map(([name, count]) =>
            titleOf(name) === '' ? null : (
              <div key={name}>
                <dt>{titleOf(name)}</dt>
                <dd>{number(count)}</dd>
              </div>
            ),
          )}
        </dl>
      </details>
      {changes === null ? (
        <p className="soft">{say('data.noBefore')}</p>
      ) : (
        <details open>
          <summary>{say('data.changes', { version: changes.version })}</summary>
          <Differences changes={changes} />
        </details>
      )}
    </div>
  );
}

function Differences({ changes: { added, removed, renewed, counts } }: { changes: Changes }) {
  const { say } = useText();
  const { number, signed } = useFormat();
  const titleOf = useTitles();
  const counted = counts.filter(({ name }) => titleOf(name) !== '');
  if (added.length + removed.length + renewed.length + counted.length === 0) return <p>{say('data.same')}</p>;
  return (
    <ul className="list">
      {added.map((name) => (
        <li key={`added ${name}`}>{say('data.added', { name })}</li>
      ))}
      {removed.map((name) => (
        <li key={`removed ${name}`}>{say('data.removed', { name })}</li>
      ))}
      {renewed.map(({ name, before, after }) => (
        <li key={`renewed ${name}`}>{say('data.renewed', { name, before: before ?? '–', after: after ?? '–' })}</li>
      ))}
      {counted.map(({ name, before, after }) => (
        <li key={`count ${name}`}>
          {say('data.counted', { name: titleOf(name), after: number(after), change: signed(after - before) })}
        </li>
      ))}
    </ul>
  );
}

/** Titles of counts; "" for tables that readers have no use for, such as those of the search. */
function useTitles(): (name: string) => string {
  const { say } = useText();
  return (name) => say(`data.count.${name}` as TextKey, { defaultValue: '' });
}
