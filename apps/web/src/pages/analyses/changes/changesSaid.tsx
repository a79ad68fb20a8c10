import { useFigures } from '../../../answer/results/figure.ts';
import type { Version } from '../../../api/types.ts';
import { useNames } from '../../../fields/title.ts';
import { type TextKey, useText, useWords } from '../../../text/index.ts';
import { differencesOf } from '../differences.ts';
import { answerChanges } from './answerChanges.ts';
import { type AskedChange, askedChanges } from './askedChanges.ts';

/** Members of a question that are named; the others are counted. */
const NAMED_MAX = 4;

/** What changed from one version to another, in sentences: the question, and what that changed in the answer. */
export function ChangesSaid({ a, b }: { a: Version; b: Version }) {
  const { say } = useText();
  const words = useWords();
  const changeOf = useChange();
  const changes = askedChanges(a.input, b.input, differencesOf(a.input, b.input));
  const named = changes.slice(0, NAMED_MAX).map(changeOf);
  const others = changes.length - named.length;
  const list = [...named, ...(others > 0 ? [say('change.others', { count: others })] : [])].join('; ');
  const data = differencesOf(a.dataVersion, b.dataVersion);
  const question =
    changes.length > 0
      ? say('change.asked', { changes: list })
      : say(data.length > 0 ? 'change.dataAlone' : 'change.nothingAsked');
  const answer = answerChanges(b.actionId, a.results, b.results).map(({ text, with: values = {}, count }) =>
    say(text, {
      ...(count === undefined ? {} : { count }),
      ...Object.fromEntries(Object.entries(values).map(([name, said]) => [name, words.tell(said)])),
    }),
  );
  const versions = data.map(
    ({ path, before, after }) => `${say(`family.${path.at(-1)?.key}` as TextKey)}: ${before ?? '–'} → ${after ?? '–'}`,
  );
  return (
    <div className="changes-said" data-changes>
      <p>{question}</p>
      {answer.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className="soft">
        {data.length === 0 ? say('history.sameData') : `${say('history.otherData')} ${versions.join(' · ')}`}
      </p>
    </div>
  );
}

function useChange(): (change: AskedChange) => string {
  const { say } = useText();
  const figures = useFigures();
  const names = useNames();
  return (change) => {
    const field = names.field(change.name);
    const { things } = change;
    if (things !== undefined) {
      const parts = (['added', 'gone', 'changed'] as const)
        .filter((way) => things[way] > 0)
        .map((way) => say(`change.things.${way}`, { count: things[way] }));
      return say('change.things', { field, changes: parts.join(', ') });
    }
    if (!('before' in change)) return say('change.other', { field });
    const shown = (value: AskedChange['before']) => {
      const unit = figures.unit(change.name);
      return figures.text(value, change.name) + (unit === '' ? '' : ` ${unit}`);
    };
    if (change.before === undefined) return say('change.newly', { field, after: shown(change.after) });
    if (change.after === undefined) return say('change.noLonger', { field, before: shown(change.before) });
    return say('change.value', { field, after: shown(change.after), before: shown(change.before) });
  };
}
