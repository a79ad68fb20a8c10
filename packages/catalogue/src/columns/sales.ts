/** Names of columns that hold sales, as letters and digits alone. */
const SALES =
  /^(sales|amount|revenue|turnover|umsatz\w*|erlose?|ventas?|facturacion|ca|chiffredaffaires?|vendite|fatturato|ricavi|umsaetze)\d*$/;

/** The name of a column as letters and digits alone: "Umsatz (2025)" is "umsatz2025". */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

/** Whether a column holds sales, by its name. */
export const holdsSales = (name: string): boolean => SALES.test(plainName(name));
