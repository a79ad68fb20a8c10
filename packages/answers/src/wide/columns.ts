// Figures as columns, without Arrow and Parquet: engine threads load this alone.
export { wideFigures } from './figures.ts';
export { metadataOf } from './metadata.ts';
export { columnsOf, fitted, type Values, type WideColumn } from './plan.ts';
