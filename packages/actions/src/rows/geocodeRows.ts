import { CancelledError } from '../action/action.ts';
import { type AddressColumns, geocodeRow } from '../addresses/columns.ts';
import type { Reason } from '../addresses/reason.ts';
import type { RowWork } from './rowWork.ts';

export interface GeocodeRowsInput {
  readonly columns: AddressColumns;
  readonly rows: readonly (readonly string[])[];
}

export interface FoundRow {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly address: string | null;
  readonly confidence: number | null;
  readonly reason: Reason;
}

export const geocodeRows: RowWork<GeocodeRowsInput, { readonly rows: readonly FoundRow[] }> = {
  id: 'rows.geocode',
  run(context, { columns, rows }) {
    const found = rows.map((cells): FoundRow => {
      if (context.cancelled()) throw new CancelledError();
      const { address, reason } = geocodeRow(context, columns, cells);
      return {
        lat: address?.lat ?? null,
        lng: address?.lng ?? null,
        address: address?.displayLine ?? null,
        confidence: address?.confidence ?? null,
        reason,
      };
    });
    return { result: { rows: found } };
  },
};
