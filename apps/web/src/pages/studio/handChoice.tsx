import { kindOf } from '../../fields/kind.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { Segments } from '../../ui/segments.tsx';
import { type AskedAction, drawnPolygon, effectiveFields, type Question, withChosen } from './question.ts';
import type { ChangeQuestion } from './useQuestion.ts';

interface HandChoiceProps {
  readonly action: AskedAction;
  readonly question: Question;
  readonly change: ChangeQuestion;
}

/** What a click on the map does, where it could do several things; nothing where it asks about places alone. */
export default function HandChoice({ action, question, change }: HandChoiceProps) {
  const { say } = useText();
  const polygons = effectiveFields(action, question).flatMap(({ name, schema }) =>
    kindOf(schema) === 'polygon' && question.chosen.includes(name) ? [name] : [],
  );
  const { subject } = action;
  if (polygons.length === 0 || subject === null) return null;
  return (
    <div className="stack-tight">
      <span className="soft small">{say('studio.hand')}</span>
      <Segments
        label={say('studio.hand')}
        choices={[...polygons, subject].map((id) => ({ id, name: say(`studio.hand.${id}` as TextKey) }))}
        value={drawnPolygon(action, question) ?? subject}
        onChange={(name) => change('', (before) => withChosen(before, name))}
      />
    </div>
  );
}
