import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import type { ConversationPath, OrganizationPath } from '../api/address.ts';
import { useNames } from '../fields/title.ts';
import { type TextKey, useText } from '../text/index.ts';
import { Sentence } from '../text/sentences.tsx';
import { Notice } from '../ui/notice.tsx';
import { CardView } from './cardView.tsx';
import { ProseView } from './proseView.tsx';
import type { Card, Part, ProsePart, ToolStep, Turn } from './types.ts';

interface TurnViewProps {
  readonly turn: Turn;
  /** Of the organization, and of the conversation. */
  readonly path: OrganizationPath;
  readonly address: ConversationPath;
  readonly onCard: (card: Card) => void;
}

/** A question with its answer: words and figures, steps and cards in the order in which they came. */
export function TurnView({ turn, path, address, onCard }: TurnViewProps) {
  const { say } = useText();
  return (
    <article className="turn" data-turn={turn.state}>
      <h3 className="turn-question" dir="auto">
        <span className="visually-hidden">{say('assistant.you')} </span>
        {turn.question}
      </h3>
      {groupsOf(turn.parts).map(({ key, prose, part }) => {
        if (prose.length > 0)
          return (
            <div key={key} className="turn-words">
              <ProseView parts={prose} path={path} />
            </div>
          );
        if (part?.type === 'tool') return <Step key={key} step={part} />;
        if (part?.type === 'card') return <CardView key={key} {...{ card: part.card, path, address, onCard }} />;
        if (part?.type === 'notice') return <Said key={key} code={part.code} text={part.text} />;
        return null;
      })}
      {turn.state === 'running' && (
        <p className="turn-working soft">
          <LoaderCircle size={16} className="spinner" aria-hidden />
          {say('assistant.working')}
        </p>
      )}
      {turn.state === 'canceled' && <p className="soft">{say('assistant.canceled')}</p>}
      {turn.error !== undefined && !saysAlready(turn) && <Said code={turn.error.code} text={turn.error.detail} />}
    </article>
  );
}

/** A fault that a notice of the answer has said. */
const saysAlready = ({ parts, error }: Turn): boolean =>
  parts.some((part) => part.type === 'notice' && part.code === error?.code);

interface Group {
  readonly key: string;
  readonly prose: readonly ProsePart[];
  readonly part: Part | null;
}

/** Parts of a paragraph stand together. */
function groupsOf(parts: readonly Part[]): readonly Group[] {
  const groups: { key: string; prose: ProsePart[]; part: Part | null }[] = [];
  for (const [no, part] of parts.entries()) {
    // The part of an event that is still to come.
    if (part === undefined) continue;
    const isProse = part.type === 'text' || part.type === 'figure' || part.type === 'unverified';
    const last = groups.at(-1);
    if (isProse && last !== undefined && last.part === null) last.prose.push(part);
    else groups.push({ key: `${no}`, prose: isProse ? [part] : [], part: isProse ? null : part });
  }
  return groups;
}

const ICONS = { running: LoaderCircle, done: CircleCheck, failed: CircleAlert } as const;

/** A free call, in a quiet line. */
function Step({ step: { tool, title, state, detail } }: { step: ToolStep }) {
  const { say } = useText();
  const names = useNames();
  const Icon = ICONS[state];
  return (
    <p className="turn-step" data-step={state} data-tool={tool}>
      <Icon size={15} {...(state === 'running' ? { className: 'spinner' } : {})} aria-hidden />
      <span>
        {names.question(tool, title)}
        <span className="visually-hidden">, {say(`assistant.step.${state}`)}</span>
        {detail !== undefined && (
          <span className="block small">
            <Sentence>{detail}</Sentence>
          </span>
        )}
      </span>
    </p>
  );
}

/** A sentence of the service on how the answer ended: of the app's own where it has one. */
function Said({ code, text }: { code: string; text: string }) {
  const { say } = useText();
  const own = say(`assistant.notice.${code}` as TextKey, { defaultValue: '' });
  return (
    <div data-notice={code}>
      <Notice kind="warning">{own === '' ? <Sentence>{text}</Sentence> : own}</Notice>
    </div>
  );
}
