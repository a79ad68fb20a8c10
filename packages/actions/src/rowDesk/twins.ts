import { TWIN_METERS, twinsAmong } from '@hinterland/catalogue/columns';
import type { RowFault } from '@hinterland/contract';
import { rowFaultOf } from './choices.ts';

export const totalRow = (row: number, name: string): RowFault =>
  rowFaultOf(row, name, 'total', `Row ${row} is a total and no store.`);

interface NumberedPlace {
  readonly no: number;
  /** Empty where the row has none of its own. */
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** Rows that repeat an earlier one, by their id, or by their name and place. The first of them is no fault. */
export const twinsOf = (rows: readonly NumberedPlace[]): RowFault[] =>
  twinsAmong(rows).map(({ row: { no, id, name }, like, kind }) => {
    const detail =
      kind === 'twice'
        ? `Row ${no} has the id ${id} already: give every place an id of its own.`
        : `Rows ${like.no} and ${no} have one name and lie within ${TWIN_METERS} m: both count.`;
    return rowFaultOf(no, name || id, kind, detail, { like: like.no });
  });
