export { decimalMarkOf, isNothing, numberColumn } from './column.ts';
export {
  type DecimalMark,
  type NumberFault,
  numberOf,
  numberReadings,
  readNumber,
  wholeNumberOf,
} from './number.ts';
export { asciiDigits, plainText } from './plainText.ts';
export { metersIn, squareMetersIn } from './units.ts';
