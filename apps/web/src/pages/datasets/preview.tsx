import type { TableError } from '@hinterland/tables';
import { Faults } from '../../fields/placeTable/faults.tsx';
import type { ReadRow } from '../../fields/placeTable/places.ts';
import { Refused } from '../../fields/placeTable/refused.tsx';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ChosenFile } from './readFile.ts';

/** Why a file cannot be imported: its own fault, or no rows. */
type Problem = { readonly kind: 'refused'; readonly error: TableError } | { readonly kind: 'empty' } | null;

const LINES_MAX = 8;

/** Returns why the service would refuse a file. */
export function isImportable({ table, fault }: ChosenFile): Problem {
  if (fault !== null) return { kind: 'refused', error: fault };
  return table.rows.length === 0 ? { kind: 'empty' } : null;
}

interface PreviewProps {
  readonly file: ChosenFile;
  /** Its rows as they are wanted, anywhere on Earth. */
  readonly read: readonly ReadRow[];
  /** West, south, east and north of the territory. */
  readonly bounds: readonly number[];
  readonly problem: Problem;
}

/** What the rows of a file come to with these meanings of its columns: places, addresses, faults by row. */
export function Preview({ file: { table, isWhole, uneven }, read, bounds, problem }: PreviewProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [west = -180, south = -90, east = 180, north = 90] = bounds;
  const outside = read.flatMap(({ line, place }) =>
    place === null || (place.lng >= west && place.lng <= east && place.lat >= south && place.lat <= north)
      ? []
      : [line],
  );
  const places = read.filter(({ place }) => place !== null).length;
  const addresses = read.filter(({ place, fault }) => place === null && fault === null).length;
  const lefts = {
    count: uneven.length,
    rows: number(uneven.length),
    columns: number(table.columns.length),
    lines: listed(uneven.map(({ line }) => line)),
  };
  if (problem?.kind === 'refused') return <Refused error={problem.error} />;
  if (problem !== null)
    return (
      <div role="alert" data-error={problem.kind}>
        <Notice kind="error">{say('datasets.file.empty')}</Notice>
      </div>
    );
  return (
    <div className="stack-tight" role="status" data-read={places} data-wanted={addresses}>
      <p>
        {say('datasets.file.rows', { count: read.length, rows: number(read.length) })}{' '}
        {say('studio.table.read', { count: places, places: number(places) })}{' '}
        {addresses > 0 && say('datasets.file.addresses', { count: addresses, rows: number(addresses) })}
      </p>
      {uneven.length > 0 && (
        <p className="field-error small" data-fault="uneven">
          {say('datasets.file.leftOut', lefts)}
        </p>
      )}
      <Faults read={read} />
      {outside.length > 0 && (
        <p className="field-error small" data-fault="outside">
          {say('datasets.file.outside', {
            count: outside.length,
            rows: number(outside.length),
            lines: listed(outside),
          })}
        </p>
      )}
      {!isWhole && <p className="soft small">{say('datasets.file.part')}</p>}
    </div>
  );
}

const listed = (lines: readonly number[]): string =>
  `${lines.slice(0, LINES_MAX).join(', ')}${lines.length > LINES_MAX ? ' …' : ''}`;
