import { coordinatesOf } from '@hinterland/answers/words';
import { useState } from 'react';
import { useNames } from '../../fields/title.ts';
import { useText, useWords } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { allOf, type Choice, choiceOf, merged, PARTS, type Part } from './merge.ts';
import type { Question } from './question.ts';
import type { Overtaken, Saving } from './useKept.ts';

interface MergePanelProps {
  readonly overtaken: Overtaken;
  readonly saving: Pick<Saving, 'mine' | 'settle' | 'keepCopy'>;
  readonly isOwn: boolean;
}

/** Two windows have changed one analysis: what each has, and a choice by part. Nothing is replaced before it is made. */
export default function MergePanel({ overtaken, saving: { mine, settle, keepCopy }, isOwn }: MergePanelProps) {
  const { say } = useText();
  const { moment } = useFormat();
  const { savedBy, savedAt, base, theirs } = overtaken;
  const [changed, setChanged] = useState<Choice>({});
  const choice: Choice = { ...choiceOf(base, mine, theirs), ...changed };
  const parts = PARTS.filter((part) => choice[part] !== undefined);
  const name = savedBy === '' ? say('studio.merge.somebody') : savedBy;
  const take = (whose: 'mine' | 'theirs') => settle(merged(mine, theirs, allOf(choice, whose)));
  return (
    <div role="alert" data-error="state_changed">
      <Notice kind="warning">
        <div className="stack-tight">
          <p>{say(isOwn ? 'studio.merge.both' : 'studio.merge.theirs', { name, time: moment(savedAt) })}</p>
          {parts.map((part) => (
            <PartChoice
              key={part}
              part={part}
              mine={mine}
              theirs={theirs}
              value={choice[part] ?? 'mine'}
              onChange={(whose) => setChanged({ ...changed, [part]: whose })}
            />
          ))}
          <p className="small">{say('studio.merge.undo')}</p>
          <div className="row">
            {parts.length > 1 && (
              <Button kind="primary" onPress={() => settle(merged(mine, theirs, choice))}>
                {say('studio.merge.apply')}
              </Button>
            )}
            <Button onPress={() => take('mine')}>{say('studio.merge.keepMine')}</Button>
            <Button onPress={() => take('theirs')}>{say('studio.merge.takeTheirs')}</Button>
            <Button onPress={() => void keepCopy()}>{say('studio.merge.copy')}</Button>
          </div>
        </div>
      </Notice>
    </div>
  );
}

interface PartChoiceProps {
  readonly part: Part;
  readonly mine: Question;
  readonly theirs: Question;
  readonly value: 'mine' | 'theirs';
  readonly onChange: (whose: 'mine' | 'theirs') => void;
}

function PartChoice({ part, mine, theirs, value, onChange }: PartChoiceProps) {
  const { say } = useText();
  const inWords = useInWords();
  return (
    <div data-merge={part} data-choice={value}>
      <p className="small">
        <strong>{say(`studio.merge.part.${part}`)}</strong>
      </p>
      <p className="small">
        {say('studio.merge.mine')}: <bdi>{inWords(part, mine, theirs)}</bdi>
        <br />
        {say('studio.merge.other')}: <bdi>{inWords(part, theirs, mine)}</bdi>
      </p>
      <Segments
        label={say(`studio.merge.part.${part}`)}
        choices={(['mine', 'theirs'] as const).map((id) => ({
          id,
          name: say(id === 'mine' ? 'studio.merge.mine' : 'studio.merge.other'),
        }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

const NAMES_MAX = 3;

/** Returns what a question has of a part, in words; of settings those that the other has not. */
function useInWords(): (part: Part, one: Question, other: Question) => string {
  const { say } = useText();
  const names = useNames();
  const words = useWords();
  return (part, one, other) => {
    if (part === 'question')
      return one.actionId === null ? say('studio.merge.none') : names.question(one.actionId, one.actionId);
    if (part === 'places') {
      const named = one.places.slice(0, NAMES_MAX).map((place) => place.name || coordinatesOf(place));
      return one.places.length === 0
        ? say('studio.merge.none')
        : named.join(' · ') + (one.places.length > NAMES_MAX ? ` … (${one.places.length})` : '');
    }
    const own = Object.entries(one.values).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(other.values[member]),
    );
    const told = own.map(([member, value]) => `${names.field(member)}: ${wordOf(value, member)}`);
    return told.length === 0 ? say('studio.merge.none') : told.join(' · ');
    function wordOf(value: unknown, member: string): string {
      if (Array.isArray(value) && value.length <= 10 && value.every((item) => typeof item !== 'object'))
        return value.map((item) => wordOf(item, member)).join(', ');
      if (typeof value === 'number' && member.endsWith('Seconds')) return words.tell({ limit: { seconds: value } });
      return typeof value === 'object' ? '…' : names.value(String(value));
    }
  };
}
