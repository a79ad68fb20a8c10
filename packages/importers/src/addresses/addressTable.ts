import { z } from 'zod';
import { fileOf } from '../source/context.ts';
import { crs, placeColumns, tableFields, where } from '../source/fields.ts';
import { readAddressTable } from './readAddressTable.ts';
import { addressRegister } from './register.ts';

const columns = z.strictObject({
  ...placeColumns,
  number: z.string().describe('Column with the house number: "12", "12A", "3/12", "10-14"'),
  street: z.string().describe('Column with the name of the street'),
  numberSuffix: z.string().optional().describe('Column with the suffix of the number: "A", "bis"'),
  numberLast: z.string().optional().describe('Column with the last number of a range'),
  unit: z.string().optional().describe('Column with the flat or unit'),
  locality: z.string().optional().describe('Column with the town or suburb'),
  region: z.string().optional().describe('Column with the state or region'),
  postcode: z.string().optional().describe('Column with the postcode'),
  dwellings: z.string().optional().describe('Column with the number of dwellings. Default: 1 each'),
  id: z.string().optional().describe("Column with the source's own id, for the report"),
});

export const addressTable = addressRegister({
  from: 'address-table',
  says: 'Any table of addresses with coordinates',
  schema: { ...tableFields, crs, columns: columns.describe('Which column holds what'), where },
  read: (entry, context, push) =>
    readAddressTable(fileOf(entry, context), { ...entry, mapping: () => entry }, context, push),
});
