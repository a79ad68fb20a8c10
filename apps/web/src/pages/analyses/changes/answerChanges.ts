import { tellingOf } from '@hinterland/actions/tell';
import type { Said, Sentence, Verdict } from '@hinterland/answers/words';
import { networkChanges } from './networkChanges.ts';
import type { Change } from './said.ts';

type Result = Readonly<Record<string, unknown>>;

/** A smaller change reads the same in three digits. */
const HARDLY = 0.005;

/** Returns how what the answer says first differs between two results of an action: its figure, and its verdict. */
export function answerChanges(actionId: string, before: Result, after: Result): Change[] {
  const [old, present] = [tellingOf(actionId, before), tellingOf(actionId, after)];
  const figure =
    actionId === 'network.coverage' ? networkChanges(before, after) : figureChange(old.sentence, present.sentence);
  return [...figure, ...verdictChange(old.verdict, present.verdict)];
}

function figureChange(before: Sentence | null, after: Sentence | null): Change[] {
  if (before === null || after === null) return [];
  const { rest } = after;
  const [old, present] = [exactly(before), exactly(after)];
  if (isSame(before.figure, after.figure)) return [{ text: 'change.figureSame', with: { figure: present, rest } }];
  if (before.at !== undefined && after.at !== undefined) {
    const change = after.at.value - before.at.value;
    if (Math.abs(change) < HARDLY * Math.abs(before.at.value))
      return [{ text: 'change.figureHardly', with: { figure: present, rest } }];
  }
  return [{ text: 'change.figure', with: { after: present, before: old, rest } }];
}

/** People to the last one: three digits hide what changed. */
const exactly = ({ figure }: Sentence): Said =>
  typeof figure === 'object' && 'figure' in figure && figure.unit === 'people'
    ? { ...figure, unit: 'persons' }
    : figure;

function verdictChange(before: Verdict | undefined, after: Verdict | undefined): Change[] {
  if (before === undefined || after === undefined) return [];
  if (isSame(before.headline, after.headline)) {
    const [old, present] = [before.named ?? [], after.named ?? []];
    if (isSame({ all: old.toSorted() }, { all: present.toSorted() }))
      return [{ text: 'change.verdictSame', with: { after: after.headline } }];
    return [
      { text: 'change.verdictOthers', with: { after: after.headline, named: { all: present }, before: { all: old } } },
    ];
  }
  return [{ text: 'change.verdict', with: { after: after.headline, before: before.headline } }];
}

const isSame = (a: Said, b: Said): boolean => JSON.stringify(a) === JSON.stringify(b);
