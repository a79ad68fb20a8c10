/** Whether this is an organization's own server, where nothing is priced, ordered or bought: the document says so. */
export const isHouse: boolean = globalThis.document?.documentElement.dataset.house !== undefined;

/** Returns an English text of the service without its sentences on prices of calls. */
export const withoutPrices = (text: string): string =>
  text
    .split(/(?<=\.) /)
    .filter((sentence) => !/\b(Costs|credits?|quote\w*|charged|Free)\b/.test(sentence))
    .join(' ');
