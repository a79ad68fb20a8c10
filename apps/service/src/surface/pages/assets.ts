import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Answer } from '../../kit/http/answer.ts';
import { ProblemError } from '../../kit/problem.ts';

/** Also for the build, which has no copies of these files. */
const FOLDER = fileURLToPath(new URL('../../../src/surface/pages/', import.meta.url));

/** Style sheets of the fonts. Both are under the SIL Open Font License. */
const FONTS = [
  '@fontsource-variable/ibm-plex-sans/wght.css',
  '@fontsource-variable/ibm-plex-sans/wght-italic.css',
  '@fontsource/ibm-plex-mono/400.css',
  '@fontsource/ibm-plex-mono/600.css',
];

/** Scripts of this folder. */
const SCRIPTS = ['tryOut.js'];
/** Sheets that pages load, each made up of these files in this order. The first begins with the fonts. */
const SHEETS = {
  'style.css': ['text', 'figures', 'reference', 'frame'],
  'shared.css': ['pictures', 'shared', 'night'],
  'embed.css': ['pictures', 'embed', 'night'],
};

/** The rules of a file of styles, in short, for a picture that has them inside. */
export const sheetText = (name: string): string =>
  readFileSync(join(FOLDER, `styles/${name}.css`), 'utf8')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');

/** Loaded before the style sheet asks for it, since every page needs it. */
const FIRST_FONT = 'ibm-plex-sans-latin-wght-normal.woff2';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface Asset {
  readonly address: string;
  readonly type: string;
  readonly body: Buffer;
  /** Null where packing gains nothing. */
  readonly packed: Buffer | null;
}

/** Files that pages load. Their addresses hold a hash of their content, so that browsers keep them for good. */
class Assets {
  readonly #byName = new Map<string, Asset>();
  readonly #byAddress = new Map<string, Asset>();

  constructor() {
    const fonts = FONTS.map((sheet) => this.#addFonts(sheet)).join('\n');
    for (const [sheet, names] of Object.entries(SHEETS)) {
      const styles = names.map((name) => readFileSync(join(FOLDER, `styles/${name}.css`), 'utf8')).join('');
      this.#add(sheet, Buffer.from(sheet === 'style.css' ? `${fonts}\n${styles}` : styles));
    }
    for (const script of SCRIPTS) this.#add(script, readFileSync(join(FOLDER, script)));
  }

  /** Returns where a page finds a file. */
  addressOf(name: string): string {
    return this.#byName.get(name)!.address;
  }

  at(address: string): Asset | undefined {
    return this.#byAddress.get(address);
  }

  #add(name: string, body: Buffer): Asset {
    const extension = extname(name);
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const address = `/assets/${basename(name, extension)}.${hash}${extension}`;
    const packed = extension === '.woff2' ? null : gzipSync(body);
    const asset = { address, type: TYPES[extension]!, body, packed };
    this.#byName.set(name, asset);
    this.#byAddress.set(address, asset);
    return asset;
  }

  /** Adds the files that a font's style sheet names, and returns the sheet with their addresses. */
  #addFonts(sheet: string): string {
    const path = createRequire(import.meta.url).resolve(sheet);
    return readFileSync(path, 'utf8').replace(
      /url\(\.\/(files\/[\w.-]+)\) format\('(\w+)[^']*'\)/g,
      (_, file, format) => {
        if (format !== 'woff2') return '';
        const { address } = this.#add(basename(file), readFileSync(join(dirname(path), file)));
        return `url(${address}) format('woff2')`;
      },
    );
  }
}

let assets: Assets | undefined;

/** Reads the files when the first page needs them. */
function opened(): Assets {
  assets ??= new Assets();
  return assets;
}

/** Returns the address of a style sheet or script of this folder. */
export const assetAddress = (name: string): string => opened().addressOf(name);

export const firstFont = (): string => opened().addressOf(FIRST_FONT);

/** Answers with a file. `name` is the last segment of its address. */
export function assetFile(name: string, acceptEncoding: string | undefined): Answer {
  const asset = opened().at(`/assets/${name}`);
  if (asset === undefined)
    throw new ProblemError('not_found', 'There is no such file. The page that names it is older.');
  const { type, body, packed } = asset;
  const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' };
  if (packed === null) return { headers, body };
  const varied = { ...headers, Vary: 'Accept-Encoding' };
  return /\bgzip\b/.test(acceptEncoding ?? '')
    ? { headers: { ...varied, 'Content-Encoding': 'gzip' }, body: packed }
    : { headers: varied, body };
}
