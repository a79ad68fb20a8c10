import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Paper } from './source.ts';

const SHEETS = ['report', 'pictures'].map((name) =>
  fileURLToPath(new URL(`../../../../src/surface/pages/styles/${name}.css`, import.meta.url)),
);

/** Fonts of the report with the letters that they have. */
const FONTS = [
  [
    'latin-ext',
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+1E00-1E9F, U+1EF2-1EFF, U+2C60-2C7F, U+A720-A7FF',
  ],
  [
    'latin',
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  ],
] as const;

let common: string | undefined;

/** Returns the style sheet of a report, with its fonts. */
export function styleOf(paper: Paper, color: string | null): string {
  common ??= `${FONTS.map(fontFace).join('')}${SHEETS.map((path) => readFileSync(path, 'utf8')).join('')}`;
  const size = paper === 'a4' ? 'A4' : 'letter';
  return `@page{size:${size} portrait}:root{--brand:${color ?? '#0b6b5d'}}${common}`;
}

function fontFace([part, range]: (typeof FONTS)[number]): string {
  const file = `@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-${part}-wght-normal.woff2`;
  const bytes = readFileSync(createRequire(import.meta.url).resolve(file));
  return `@font-face{font-family:Plex;font-weight:100 700;src:url(data:font/woff2;base64,${bytes.toString('base64')}) format('woff2');unicode-range:${range}}`;
}
