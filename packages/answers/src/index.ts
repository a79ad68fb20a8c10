export { isoText } from './csv.ts';
export { type Answered, areaIn, FORMATS, type FormatId, fileName } from './formats.ts';
export { type Area, type Feature, type Geometry, type Layer, layersOf, type Position } from './layers.ts';
export { unitWords, wordsOf } from './measure.ts';
export { isObject, objectsIn } from './parts.ts';
export { type Cell, type Column, headerOf, type Table } from './table.ts';
export { tablesOf } from './tables.ts';
