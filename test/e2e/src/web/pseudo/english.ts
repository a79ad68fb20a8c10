/** Members of answers that hold names of people, places, brands, sources, versions, files and their columns. */
const NAMES =
  /^(name|names|localType|brand|id|no|code|licence|attribution|column|columns|profile|vintage|stores|address|area|email|url|reference|description|fileName|prefix|userAgent|device|version|territory|town|currency)$/;

/** What the demo and the test have named, and products. */
const GIVEN =
  /\b(Hinterland|Ashmere|Greywell|Marava Nui|Upper Waimar|Northern Road|Port Halcyon|Callers|caller|Customers|Harbour|Town hall|Main shop|depot|The corner in sight|North|East|South-west|West|turnover|lat|lng|Store|north|Claude (Desktop|Code)|Cursor|VS Code|Chrome, Linux|Español|(Mozilla|HeadlessChrome).*)\b/g;

/** The language whose place is taken writes dates, counts and times, and its words for them stay; fields of numbers have a library's word. */
const OF_THE_TAG =
  /\b(ene|feb|mar|abr|may|jun|jul|ago|sept?|oct|nov|dic)\b|\b(hace|dentro de) \d+ \w+|\bmil\b|\bmin\b|^.*…$|Campo de número/g;

/** Codes, addresses of pages and mails, keys: what has a sign or a figure within it. */
const CODES = /\S*\w[._@/:\d]+\w\S*/g;

/** The names in an answer of the service. */
export function namesIn(value: unknown, member = ''): string[] {
  if (typeof value === 'string') return NAMES.test(member) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => namesIn(one, Array.isArray(value) ? member : name));
}

/** Words of three letters or more that a line of a page has in English, without names, codes and dates. */
export function englishIn(line: string, names: ReadonlySet<string>): string[] {
  let rest = line.replace(/^[a-z-]+=/, '').replaceAll(OF_THE_TAG, ' ');
  if (!/[A-Za-z][a-z]{2}/.test(rest)) return [];
  for (const name of [...names].filter((one) => rest.includes(one)).toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(
      new RegExp(`(?<![A-Za-z])${name.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')}(?![A-Za-z])`, 'g'),
      ' ',
    );
  rest = rest.replaceAll(CODES, ' ').replaceAll(GIVEN, ' ');
  return [...rest.matchAll(/[A-Za-z][a-z]{2,}/g)].map(([word]) => word);
}
