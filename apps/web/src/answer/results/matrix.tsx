import type { Schema } from '../../fields/schema.ts';
import { useNames } from '../../fields/title.ts';
import { calledIn, figureIn, isScalar, membersOf, useFigures } from './figure.ts';
import { FigureTable } from './figureTable.tsx';
import { Figure } from './how.tsx';

/** Figures of the same kind for several parts, by the id of the part. */
export const isMatrix = (value: object): value is Readonly<Record<string, object>> => {
  const parts = Object.values(value);
  return (
    parts.length > 0 &&
    parts.every(
      (part) =>
        typeof part === 'object' && part !== null && !Array.isArray(part) && Object.values(part).every(isScalar),
    ) &&
    sameMembers(parts as object[])
  );
};

const sameMembers = (parts: readonly object[]): boolean => {
  const [first = ''] = parts.map((part) => Object.keys(part).join());
  return first.includes(',') && parts.every((part) => Object.keys(part).join() === first);
};

interface MatrixProps {
  readonly value: Readonly<Record<string, object>>;
  readonly schema: Schema;
  readonly pointer: string;
  readonly name: string;
  readonly parts: ReadonlyMap<string, string>;
}

/** A row for each figure, a column for each part. */
export function Matrix({ value, schema, pointer, name, parts }: MatrixProps) {
  const names = useNames();
  const { text, unit } = useFigures();
  const columns = membersOf(value, schema, pointer);
  const members = columns.map((column) => membersOf(column.value as object, column.schema, column.pointer));
  return (
    <FigureTable
      caption={names.field(name)}
      columns={columns.map(({ name: id }) => parts.get(id) ?? names.field(id))}
      rows={(members[0] ?? []).map((first, row) => ({
        id: first.name,
        title: names.field(calledIn(first)),
        unit: unit(first.name, figureIn(first.schema)),
        cells: members.map((column) => {
          const one = column[row] ?? first;
          const { value: figure, name: member, pointer: at, schema: of } = one;
          const how = {
            title: names.field(calledIn(one)),
            shown: text(figure, member, figureIn(of)),
            help: of.description,
            unit: unit(member, figureIn(of)),
          };
          return <Figure key={at} pointer={at} value={figure} how={how} />;
        }),
      }))}
    />
  );
}
