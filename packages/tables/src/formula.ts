/**
 * A cell that a spreadsheet would take for a formula, some also behind spaces or with signs of full width. Numbers stay
 * numbers.
 */
export const FORMULA = /^(?![-+]?\d+([.,]\d+)?(e[-+]?\d+)?$)\s*[=+\-@|\t\r＝＋－＠｜]/i;

/** Returns a text that no spreadsheet takes for a formula: an apostrophe precedes one that it would. */
export const neutralized = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);
