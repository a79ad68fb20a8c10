import { getDocumentProxy } from 'unpdf';

/** A PDF as a foreign reader sees it. */
export interface ReadPdf {
  readonly pages: number;
  /** Size of its pages in points, "595 842". */
  readonly sizes: readonly string[];
  /** The text of all pages without white space, in the order in which it is painted. */
  readonly text: string;
  /** Pieces of text that reach beyond their page. */
  readonly beyond: readonly string[];
}

/** Half a point is less than a stroke of a letter. */
const TOLERANCE_POINTS = 0.5;

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  const sizes = new Set<string>();
  const beyond: string[] = [];
  let text = '';
  for (let no = 1; no <= document.numPages; no++) {
    const page = await document.getPage(no);
    const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
    sizes.add(`${Math.round(right - left)} ${Math.round(top - bottom)}`);
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      text += item.str;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const isInside = x > left && x + item.width < right + TOLERANCE_POINTS && y > bottom && y < top;
      if (!isInside) beyond.push(`page ${no}: ${item.str}`);
    }
  }
  const pages = document.numPages;
  await document.destroy();
  return { pages, sizes: [...sizes], text: squeezed(text), beyond };
}

export const squeezed = (text: string): string => text.replace(/\s+/g, '');
