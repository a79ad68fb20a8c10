export { arrowField, metadataOf } from './arrow.ts';
export { type WideFigure, wideFigures } from './figures.ts';
export { outlinesOf } from './outlines.ts';
export { columnsOf, fitted, type Values, type WideColumn, type WideRow } from './plan.ts';
export { pointOfWkb, wkbOf } from './wkb.ts';
