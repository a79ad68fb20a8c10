import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);
const read = (path: string): Record<string, string> => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const parts = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'house')
  .map(({ name }) => `${name}/`);
const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name);
/** Words of prices, orders and buying; "free" of a road and prices of homes are no such. */
const MONEY: Readonly<Record<string, RegExp>> = {
  en: /\bpric|\bcosts?\b|\bcharge|\bbuy|\border|invoice|\bpay|\bpaid|\bfree\b/i,
  de: /preis|kost(et|en)|belast|berechnete|abgebucht|kauf|bestell|rechnung|bezahl|kostenlos/i,
  fr: /\bprix|coût|débit|achet|command|factur|pay(er|ez|é)|gratuit/i,
  es: /precio|cuesta|coste|cobr|compr(a|e)\b|pedido|factura|pag(a|ue)|gratis/i,
  it: /prezz|costa|costo|addebit|compr(a|i)\b|ordin(e|i)\b|fattur|pag(a|are)\b|gratis|gratuit/i,
};

describe('texts of an organization’s own server', () => {
  const english = read('house/en.json');
  const all = ['', ...parts].flatMap((part) => Object.entries(read(`${part}en.json`)));

  it.each(Object.keys(MONEY))(
    '%s: has each text, with values that the text in its place has, and no price',
    (language) => {
      const house = read(`house/${language}.json`);
      expect(Object.keys(house)).toEqual(Object.keys(english));
      for (const [key, text] of Object.entries(house)) {
        expect([key, MONEY[language]?.test(text)]).toEqual([key, false]);
        const replaced = all.filter(([name]) => name === key).flatMap(([, own]) => placeholders(own));
        expect([key, all.some(([name]) => name === key)]).toEqual([key, true]);
        expect(replaced).toEqual(expect.arrayContaining(placeholders(text)));
      }
    },
  );
});
