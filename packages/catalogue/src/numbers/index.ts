export { decimalMarkOf, isNothing, type NumberColumn, numberColumn, type UnreadCell } from './column.ts';
export {
  type DecimalMark,
  type NumberFault,
  type NumberStyle,
  numberOf,
  numberReadings,
  readNumber,
  wholeNumberOf,
} from './number.ts';
export { asciiDigits, plainText } from './plainText.ts';
export { metersIn, squareMetersIn } from './units.ts';
