export { answerFigures } from './answerFigures.ts';
export { arrowField } from './arrow.ts';
export { type WideFigure, wideFigures } from './figures.ts';
export { itemPlanOf, itemsOf } from './items.ts';
export { metadataOf } from './metadata.ts';
export { outlinesOf } from './outlines.ts';
export { columnsOf, fitted, type Values, type WideColumn, type WideRow } from './plan.ts';
export { pointOfWkb, wkbOf } from './wkb.ts';
