export interface Crawled {
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly html: string;
}

const OWN = /(?:href|src)="(\/[^"]*|#[^"]*)"/g;

/** Every page of the service that links lead to, beginning at the given paths. */
export async function crawl(url: string, ...paths: readonly string[]): Promise<ReadonlyMap<string, Crawled>> {
  const found = new Map<string, Crawled>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    const answer = await fetch(url + path);
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const text = await answer.text();
    const html = type === 'text/html' ? text : '';
    found.set(path, { path, status: answer.status, type, html });
    for (const [, target] of html.matchAll(OWN)) {
      const [next = ''] = (target as string).split('#');
      if (next !== '') open.push(next);
    }
  }
  return found;
}

/** Links of a page that lead nowhere, to no anchor, or to another site without https. */
export function brokenLinks(page: Crawled, pages: ReadonlyMap<string, Crawled>): readonly string[] {
  const broken: string[] = [];
  for (const [, target] of page.html.matchAll(/(?:href|src)="([^"]*)"/g)) {
    const link = target as string;
    if (/^[a-z]+:/.test(link)) {
      if (!/^https:\/\/[\w.-]+\.[a-z]+(\/|$)/.test(link) || !URL.canParse(link)) broken.push(link);
      continue;
    }
    const [path = '', anchor] = link.split('#');
    const to = path === '' ? page : pages.get(path);
    const lacksAnchor = anchor !== undefined && !to?.html.includes(`id="${decodeURIComponent(anchor)}"`);
    if (to?.status !== 200 || lacksAnchor) broken.push(link);
  }
  return broken.map((link) => `${page.path} -> ${link}`);
}
