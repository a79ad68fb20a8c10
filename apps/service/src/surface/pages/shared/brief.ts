import { type Html, html, trusted } from '../html.ts';

const ROWS_MAX = 10;

/** The map and the first table of a run's markup, as this folder's neighbors write them. */
const MAP = /<figure class="map">[\s\S]*?<\/figure>/;
const TABLE = /(?:<h\d[^>]*>([^<]*)<\/h\d>\s*)?(<div class="scroll"[^>]*>[\s\S]*?<\/table><\/div>)/;
const ROW = /<tr>[\s\S]*?<\/tr>/g;

/** Returns the map of a run and the first ten rows of its first table, for pages with little room. */
export function briefOf({ text }: Html): Html {
  const map = MAP.exec(text)?.[0] ?? '';
  const [, title, table = ''] = TABLE.exec(text) ?? [];
  const [head = '', body = ''] = table.split('<tbody>');
  const rows = body.match(ROW) ?? [];
  if (rows.length === 0) return trusted(map);
  const more = rows.length > ROWS_MAX && html`<p class="soft">The first ${ROWS_MAX} of ${rows.length} rows.</p>`;
  return html`${trusted(map)}
${title !== undefined && html`<h2>${trusted(title)}</h2>`}
${trusted(`${head}<tbody>${rows.slice(0, ROWS_MAX).join('')}</tbody></table></div>`)}
${more}`;
}
