import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Answer } from '../../kit/http/answer.ts';
import { FOR_SCRIPTS_OF_APP, forApp } from '../../kit/http/contentSecurityPolicy.ts';
import { ProblemError } from '../../kit/problem.ts';

/** The built web app. */
const FOLDER = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.md': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** The built files by name; empty where the app was not built. */
let files: ReadonlyMap<string, File> | undefined;

interface File {
  readonly type: string;
  readonly body: Buffer;
  /** The body compressed, made when it is first asked for; absent for what does not shrink. */
  readonly packed: { br?: Buffer; gzip?: Buffer } | null;
}

function builtFiles(): ReadonlyMap<string, File> {
  files ??= new Map(
    listed(`${FOLDER}app`).flatMap((name) => {
      const type = TYPES[extname(name)];
      if (type === undefined) return [];
      const packed = type.startsWith('text/') || type.startsWith('image/svg') ? {} : null;
      return [[name, { type, body: readFileSync(`${FOLDER}app/${name}`), packed }]];
    }),
  );
  return files;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Answers with a hashed file of the app, compressed as the browser takes it. Throws not_found. */
export function appFile(name: string, acceptEncoding = ''): Answer {
  const file = builtFiles().get(name);
  if (file === undefined)
    throw new ProblemError('not_found', 'There is no such file. Load the page again: it is newer.');
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ...(file.type.startsWith('text/javascript') ? { 'Content-Security-Policy': FOR_SCRIPTS_OF_APP } : {}),
  };
  if (file.packed === null) return { headers, body: file.body };
  const varied = { ...headers, Vary: 'Accept-Encoding' };
  if (/\bbr\b/.test(acceptEncoding)) {
    file.packed.br ??= brotliCompressSync(file.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
    return { headers: { ...varied, 'Content-Encoding': 'br' }, body: file.packed.br };
  }
  if (/\bgzip\b/.test(acceptEncoding)) {
    file.packed.gzip ??= gzipSync(file.body);
    return { headers: { ...varied, 'Content-Encoding': 'gzip' }, body: file.packed.gzip };
  }
  return { headers: varied, body: file.body };
}

/** Addresses of the files that make a map of the picture on a shared page. */
export interface SharedMapFiles {
  /** What the page loads: it loads the others when the picture comes into sight. */
  readonly first: string;
  readonly script: string;
  readonly style: string;
}

let sharedMap: SharedMapFiles | null | undefined;

/** Returns where the files of shared maps are; null where the app was not built. */
export function sharedMapFiles(): SharedMapFiles | null {
  sharedMap ??= readSharedMap();
  return sharedMap;
}

function readSharedMap(): SharedMapFiles | null {
  try {
    const manifest = JSON.parse(readFileSync(`${FOLDER}.vite/manifest.json`, 'utf8')) as Manifest;
    const [first, map] = ['main', 'liveMap'].map((name) => manifest[`src/sharedMap/${name}.ts`]);
    const style = map?.css?.[0];
    if (first === undefined || map === undefined || style === undefined) return null;
    return { first: `/${first.file}`, script: `/${map.file}`, style: `/${style}` };
  } catch {
    return null;
  }
}

/** What the build says of its files. */
type Manifest = Readonly<Record<string, { readonly file: string; readonly css?: readonly string[] } | undefined>>;

let index: string | undefined;

export interface AppSettings {
  readonly checkoutOrigin: string | null;
  readonly house: boolean;
}

/**
 * Answers with the document that every page of the app begins with. `checkoutOrigin` is where its forms may lead beside the
 * service; an organization's own server (`house`) says so in it. Throws not_found where the app was not built.
 */
export function appDocument({ checkoutOrigin, house }: AppSettings): Answer {
  try {
    index ??= readFileSync(`${FOLDER}index.html`, 'utf8');
  } catch {
    throw new ProblemError('not_found', 'The web app was not built. Run "npm run build", then load the page again.');
  }
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': forApp(checkoutOrigin),
    },
    body: house ? index.replace('<html', '<html data-house') : index,
  };
}
