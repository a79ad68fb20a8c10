// Figures as columns, without Arrow and Parquet: engine threads load this alone.
export { type ColumnValues, emptyColumn, setValue, valuesAt, valuesBetween } from './columnValues.ts';
export { wideFigures } from './figures.ts';
export { itemsOf } from './items.ts';
export { metadataOf } from './metadata.ts';
export { columnsOf, fitted, type Values, type WideColumn } from './plan.ts';
