import { type ReactNode, useState } from 'react';
import type { Schema } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import { jointOfMembers } from '../../map/data/joint.ts';
import { useText } from '../../text/index.ts';
import { useJoint } from '../../ui/pointed.tsx';
import {
  calledIn,
  figureIn,
  isScalar,
  isSentence,
  type Member,
  membersOf,
  type SaidOfMember,
  useFigures,
} from './figure.ts';
import { Figure } from './how.tsx';

const SHOWN_MAX = 25;

interface RowsProps {
  readonly rows: readonly unknown[];
  readonly schema: Schema;
  readonly pointer: string;
  readonly name: string;
  /** Statements of a list of sentences. */
  readonly said?: SaidOfMember | undefined;
  /** Names of parts by their ids. */
  readonly parts: ReadonlyMap<string, string>;
  /** Draws what has parts of its own. */
  readonly draw: (members: readonly Member[]) => ReactNode;
}

/** A list as a table: a column for each member that fits a cell; what has parts of its own opens below its row's name. */
export function Rows({ rows, schema, pointer, name, said, parts, draw }: RowsProps) {
  const { say } = useText();
  const names = useNames();
  const { text, unit, isEnglish } = useFigures();
  const joint = useJoint();
  const [isWhole, setWhole] = useState(false);
  if (rows.every((row) => typeof row === 'string' || typeof row === 'number'))
    return (
      <ul className="list">
        {rows
          .map((row, i) => ({ row, at: `${pointer}/${i}`, statement: () => said?.(i) }))
          .map(({ row, at, statement }) => (
            <li key={at} data-figure={at} lang={isEnglish(row, name, statement) ? 'en' : undefined}>
              {text(row, name, undefined, statement)}
            </li>
          ))}
      </ul>
    );
  const read = rows.map((row, i) => cellsOf(row, schema, `${pointer}/${i}`));
  const all = read.flatMap(({ cells }) => cells);
  const columns = [...new Map(all.map((cell) => [cell.column, cell])).values()];
  const ofNumbers = new Set(all.flatMap(({ column, member }) => (typeof member.value === 'number' ? [column] : [])));
  const unitOf = ({ member }: Cell) => unit(member.name, figureIn(member.schema));
  const shown = isWhole ? read : read.slice(0, SHOWN_MAX);
  return (
    <>
      <div className="table-scroll">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reachable by keyboard */}
        <table className="result-table" tabIndex={0}>
          <caption className="visually-hidden">{names.field(name)}</caption>
          <thead>
            <tr>
              {columns.map((one) => (
                <th key={one.column} scope="col" className={ofNumbers.has(one.column) ? 'number' : undefined}>
                  {titleOf(one, names.field)}
                  {unitOf(one) !== '' && <span className="soft"> {unitOf(one)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cells, key, joint: id }) => (
              <tr key={key} {...joint(id)}>
                {columns.map(({ column }) => {
                  const cell = cells.find((one) => one.column === column);
                  return (
                    <td key={column} className={classOf(cell?.member.value)}>
                      {cell !== undefined && (
                        <Figure
                          pointer={cell.member.pointer}
                          value={cell.member.value}
                          how={{
                            title: titleOf(cell, names.field),
                            shown: text(
                              cell.member.value,
                              cell.member.name,
                              figureIn(cell.member.schema),
                              cell.member.said,
                            ),
                            help: cell.member.schema.description,
                            unit: unitOf(cell),
                          }}
                        />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {read.length > SHOWN_MAX && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? say('studio.places.fewer') : say('studio.rows.all', { count: read.length })}
        </button>
      )}
      {shown.map(({ parts: own, key, title }) =>
        own.length === 0 ? null : (
          <details key={key}>
            <summary>{parts.get(title) ?? names.known(title)}</summary>
            {draw(own)}
          </details>
        ),
      )}
    </>
  );
}

interface Cell {
  /** Names of the members that lead to it, with a dot between. */
  readonly column: string;
  readonly member: Member;
}

/** What results call the bands that figures are given for. */
const BAND_ID = /^(band|cumulative)_\d+$/;

/** Members of a row that fit a cell, those of its small objects too, and the others. */
function cellsOf(row: unknown, schema: Schema, pointer: string) {
  const members = typeof row === 'object' && row !== null ? membersOf(row, schema, pointer) : [];
  const cells: Cell[] = [];
  const parts: Member[] = [];
  for (const member of members) {
    const { value, name } = member;
    if (name === 'geometry' || name === 'geojson') continue;
    // Limits and kind say which band it is.
    if (name === 'id' && BAND_ID.test(String(value))) continue;
    const isSmall =
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isScalar);
    if (isScalar(value) && !isSentences(value)) cells.push({ column: name, member });
    else if (isSmall)
      cells.push(
        ...membersOf(value, member.schema, member.pointer).map((one) => ({
          column: `${name}.${one.name}`,
          member: one,
        })),
      );
    else if (!isEmptyList(value)) parts.push(member);
  }
  const [named] = ['name', 'title', 'id', 'code', 'mode'].flatMap(
    (name) => members.find((one) => one.name === name)?.value ?? [],
  );
  const joint = jointOfMembers((row ?? {}) as Readonly<Record<string, unknown>>);
  return { cells, parts, joint, key: pointer, title: String(named ?? pointer.slice(pointer.lastIndexOf('/') + 1)) };
}

/** Numbers stand at the end of their cells, sentences get room, and codes stay whole. */
const classOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? 'number' : isSentence(value) ? 'wide' : isCode(value) ? 'unbroken' : undefined;

const isCode = (value: unknown): boolean => typeof value === 'string' && /^[\w-]{1,16}$/.test(value);
const isSentences = (value: unknown): boolean => Array.isArray(value) && value.some(isSentence);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const titleOf = ({ column, member }: Cell, nameOf: (name: string) => string): string =>
  [...column.split('.').slice(0, -1), calledIn(member)].map(nameOf).join(', ');
