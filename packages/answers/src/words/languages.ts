import languages from './languages.json' with { type: 'json' };

/** Languages that answers, pages and the web app speak, the default first: for each there are texts of its name. */
export const LANGUAGES = languages as string[] as [string, ...string[]];

/** Returns the language of an Accept-Language header (RFC 9110) that the reader likes best; English where there is none. */
export function acceptedLanguage(header: string | undefined): string {
  const ranges = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((range) => {
      const [tag = '', quality = ''] = range.split(';');
      const weight = /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(quality)?.[1];
      return { language: tag.trim().slice(0, 2).toLowerCase(), weight: quality === '' ? 1 : Number(weight ?? 0) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return ranges.find(({ language }) => LANGUAGES.includes(language))?.language ?? LANGUAGES[0];
}
