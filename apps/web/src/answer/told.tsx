import type { Choice, Part, Section, Telling } from '@hinterland/answers/words';
import { Fragment, type ReactNode, useState } from 'react';
import { useText, useWords } from '../text/index.ts';
import { Joined, useJoint } from '../ui/pointed.tsx';
import { Segments } from '../ui/segments.tsx';
import { BarsOf } from './barsOf.tsx';
import { Pictured } from './pictures/pictured.tsx';
import type { Plans } from './pictures/plan.ts';
import { RangesOf } from './rangesOf.tsx';
import { ScatterOf } from './scatterOf.tsx';
import { SaidFirst } from './sentence.tsx';
import { ToldTable } from './toldTable.tsx';
import { VerdictSaid } from './verdict.tsx';

interface ToldProps {
  readonly telling: Telling;
  readonly result: Readonly<Record<string, unknown>>;
  readonly plans?: Plans;
}

/** What an answer says in pictures and small tables. */
export function Told({ telling: { modelled, sections }, ...about }: ToldProps) {
  const { say } = useText();
  const words = useWords();
  const open = sections.filter(({ isFolded, parts }) => isFolded !== true && !parts.some(isOfTopics));
  const folded = sections.filter(({ isFolded }) => isFolded === true);
  const draw = (list: readonly Section[]) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: sections keep their order
    list.map((section, i) => <SectionView key={i} section={section} about={about} />);
  return (
    <Joined>
      <div className="stack">
        {modelled !== undefined && <p className="soft small">{words.title(modelled)}</p>}
        {draw(open)}
        {folded.length > 0 && (
          <details className="fold">
            <summary>{say('rank.others', { count: folded.length })}</summary>
            <div className="stack">{draw(folded)}</div>
          </details>
        )}
      </div>
    </Joined>
  );
}

/** The sentence and the pictures of an answer, for cards that show no tables. */
export function ToldBriefly({ telling: { verdict, sentence, modelled, sections }, ...about }: ToldProps) {
  const words = useWords();
  const parts = sections.flatMap((section) => section.parts.map((part) => ({ section, part })));
  const shown = parts.filter(
    ({ part }) =>
      part.kind === 'bars' || part.kind === 'ranges' || (part.kind === 'picture' && part.picture === 'outlines'),
  );
  return (
    <div className="stack">
      {verdict !== undefined && <VerdictSaid verdict={verdict} />}
      <SaidFirst sentence={sentence} />
      {modelled !== undefined && <p className="soft small">{words.title(modelled)}</p>}
      {shown.map(({ section: { title }, part }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
        <SectionView key={i} section={{ ...(title === undefined ? {} : { title }), parts: [part] }} about={about} />
      ))}
    </div>
  );
}

type About = Omit<ToldProps, 'telling'>;

function SectionView({ section, about }: { section: Section; about: About }) {
  const words = useWords();
  const joint = useJoint();
  const { title, unit, id, note } = section;
  const parts = section.parts.filter((part) => !isEmpty(part));
  if (parts.length === 0 && title === undefined) return null;
  if (parts.length === 0 && section.parts.length > 0) return null;
  return (
    <section className="stack-tight" {...joint(id)}>
      {title !== undefined && (
        <h4 lang={words.isEnglish(title) ? 'en' : undefined}>
          <bdi>{words.title(title)}</bdi>
          {unit !== undefined && `, ${words.tell(unit)}`}
          {note !== undefined && <span className="soft small"> {words.tell(note)}</span>}
        </h4>
      )}
      <Parts parts={parts} label={title === undefined ? '' : words.title(title)} about={about} />
    </section>
  );
}

/** Bars of nothing. */
const isEmpty = (part: Part): boolean => part.kind === 'bars' && part.bars.every(({ value }) => value === null);

/** Columns by age, which the topics have, too. */
const isOfTopics = (part: Part): boolean => part.kind === 'bars' && part.shape === 'columns';

function Parts({ parts, label, about }: { parts: readonly Part[]; label: string; about: About }): ReactNode {
  return parts.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their order
    <Fragment key={i}>
      <PartView part={part} label={label} about={about} />
    </Fragment>
  ));
}

function PartView({ part, label, about }: { part: Part; label: string; about: About }) {
  const words = useWords();
  const langOf = (said: Part & { kind: 'text' }) => (words.isEnglish(said.text) ? 'en' : undefined);
  switch (part.kind) {
    case 'text':
      return (
        <p className="soft small" lang={langOf(part)}>
          {words.title(part.text)}
        </p>
      );
    case 'list': {
      const List = part.isOrdered === true ? 'ol' : 'ul';
      return (
        <List
          className={part.isOrdered === true ? 'order' : 'reasons'}
          lang={part.items.some(words.isEnglish) ? 'en' : undefined}
        >
          {part.items.map((item) => (
            <li key={words.tell(item)}>{words.title(item)}</li>
          ))}
        </List>
      );
    }
    case 'bars':
      return <BarsOf part={part} label={label} />;
    case 'ranges':
      return <RangesOf part={part} label={label} />;
    case 'scatter':
      return <ScatterOf part={part} label={label} />;
    case 'table':
      return <ToldTable table={part} caption={label} />;
    case 'choice':
      return <Chosen label={words.title(part.label)} choices={part.choices} about={about} />;
    case 'picture':
      return <Pictured picture={part.picture} pointer={part.pointer} {...about} />;
  }
}

/** One of several at a time. */
function Chosen({ label, choices, about }: { label: string; choices: readonly Choice[]; about: About }) {
  const words = useWords();
  const [chosen, choose] = useState(0);
  const shown = choices[chosen];
  if (shown === undefined) return <p className="soft">{words.say('figure.none')}</p>;
  return (
    <>
      {choices.length > 1 && (
        <Segments
          label={label}
          choices={choices.map(({ name }, i) => ({ id: String(i), name: words.title(name) }))}
          value={String(chosen)}
          onChange={(id) => choose(Number(id))}
        />
      )}
      <Parts key={chosen} parts={shown.parts} label={words.title(shown.name)} about={about} />
    </>
  );
}
