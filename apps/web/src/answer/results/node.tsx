import { type ReactNode, useMemo } from 'react';
import type { Schema } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import {
  calledIn,
  figureIn,
  isScalar,
  isSentence,
  itemsOf,
  type Member,
  membersOf,
  type SaidOfMember,
  useFigures,
} from './figure.ts';
import { Figure } from './how.tsx';
import { isMatrix, Matrix } from './matrix.tsx';
import { Rows } from './rows.tsx';
import { isTopic, TopicTable } from './topic.tsx';

/** Members that stand elsewhere: on the map, above and below the figures, behind every figure. */
/** Whole parts of a result that stand elsewhere. */
const PARTS_ELSEWHERE = ['/method', '/verdict'];
/** What the figures are of comes after them. */
const LAST = '/territory';
const ELSEWHERE = ['geojson', 'geometry', 'dataVersion', 'charged', 'creditsCharged', 'type'];

export interface NodeProps {
  readonly value: unknown;
  readonly schema: Schema;
  readonly pointer: string;
  readonly name: string;
  /** Statements of a list of sentences. */
  readonly said?: SaidOfMember;
  /** Names of the parts that figures are given for, by their ids. */
  readonly parts: ReadonlyMap<string, string>;
}

/** Any part of a result, drawn by its shape: figures, tables, and parts of its own. */
export function Node(props: NodeProps): ReactNode {
  const { value, schema, pointer, name, said, parts } = props;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (value.some(isTopic)) {
      const topics = value.map((one, i) => ({ one, at: `${pointer}/${i}` }));
      return topics.map(({ one, at }) => (
        <Node key={at} {...props} value={one} pointer={at} schema={itemsOf(schema)} />
      ));
    }
    return (
      <Rows
        rows={value}
        schema={itemsOf(schema)}
        pointer={pointer}
        name={name}
        said={said}
        parts={parts}
        draw={(members) => <Members members={members} parts={parts} />}
      />
    );
  }
  if (typeof value !== 'object' || value === null) return null;
  if (isTopic(value)) return <TopicTable topic={value} pointer={pointer} parts={parts} />;
  if (isMatrix(value)) return <Matrix value={value} schema={schema} pointer={pointer} parts={parts} name={name} />;
  return <Members members={membersOf(value, schema, pointer)} parts={parts} />;
}

/** Members of an object: the single figures first, then what has parts. */
export function Members({ members, parts }: { members: readonly Member[]; parts: ReadonlyMap<string, string> }) {
  const names = useNames();
  const shown = members
    .filter(({ name, pointer }) => !ELSEWHERE.includes(name) && !PARTS_ELSEWHERE.includes(pointer))
    .toSorted((a, b) => Number(a.pointer === LAST) - Number(b.pointer === LAST));
  const figures = shown.filter(({ value }) => isScalar(value) && !isList(value));
  const others = shown.filter((member) => !figures.includes(member) && !isNothing(member.value));
  return (
    <div className="stack">
      {figures.length > 0 && <FigureList figures={figures} />}
      {others.map((member) => (
        <section key={member.pointer} className="stack-tight">
          <h4>{names.field(member.name)}</h4>
          <Node {...member} parts={parts} />
        </section>
      ))}
    </div>
  );
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isSentence);
const isNothing = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.keys(value).length === 0);

function FigureList({ figures }: { figures: readonly Member[] }) {
  return (
    <dl className="facts figures-list">
      {figures.map((member) => (
        <FigureRow key={member.pointer} member={member} />
      ))}
    </dl>
  );
}

function FigureRow({ member }: { member: Member }) {
  const { name, value, schema, pointer, said } = member;
  const names = useNames();
  const { measured, unit } = useFigures();
  const title = names.field(calledIn(member));
  const how = useMemo(
    () => ({
      title,
      shown: measured(value, name, figureIn(schema), said),
      help: schema.description,
      unit: unit(name, figureIn(schema)),
    }),
    [title, measured, unit, value, name, schema, said],
  );
  return (
    <div data-sentence={isSentence(value) || undefined}>
      <dt>{title}</dt>
      <dd>
        <Figure pointer={pointer} value={value} how={how} />
      </dd>
    </div>
  );
}
