import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { tableFromIPC } from '@uwdata/flechette';
import { describe, expect, it } from 'vitest';
import { tableOf } from '../memory/columns.ts';
import { arrowFile } from './arrowWrite.ts';

/**
 * The reader and the writer use the flatbuffer classes below `apache-arrow/fb/`, which the library documents nowhere.
 * After an upgrade these tests fail: docs/decisions/archive/0167-private-paths-of-arrow.md says what to compare before the
 * literals below are renewed.
 */
const REVIEWED = { 'apache-arrow': '21.2.0', flatbuffers: '25.9.23' };
const REVIEWED_PATHS =
  'block buffer endianness field field-node floating-point footer int message message-header metadata-version precision record-batch schema type utf8';
const REVIEWED_SHA256 = '7e8ad729f1bae853ca6c9d57b9bbb9ea1fc91c0ea5b0b9b5b72b90b36b08c8a6';

const source = new URL('../', import.meta.url);
const json = (url: URL | string) => JSON.parse(readFileSync(url, 'utf8'));

/** Every type of column, with values that show byte order, sign and the end of a text. */
const SPEC = {
  int8: 'int8',
  uint8: 'uint8',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
  text: 'text',
} as const;
const COLUMNS = {
  int8: [-128, 0, 127],
  uint8: [0, 1, 255],
  uint16: [0, 258, 65_535],
  int32: [-2_147_483_648, 16_909_060, 2_147_483_647],
  uint32: [0, 16_909_060, 4_294_967_295],
  float32: [-0.5, 0, 1.5],
  float64: [Math.PI, -1e300, 5e-324],
  text: ['', 'Große Straße', '日本'],
};
const file = () => Buffer.concat([...arrowFile(SPEC, tableOf(SPEC, COLUMNS))]);

describe('private paths of apache-arrow', () => {
  it('are those of the reviewed versions', () => {
    const { dependencies } = json(new URL('../../package.json', import.meta.url));
    const installed = Object.keys(REVIEWED).map((name) => {
      const entry = import.meta.resolve(name);
      const root = entry.slice(0, entry.lastIndexOf(`/node_modules/${name}/`));
      return [name, json(new URL(`${root}/node_modules/${name}/package.json`)).version];
    });
    expect(dependencies).toMatchObject(REVIEWED);
    expect(Object.fromEntries(installed)).toEqual(REVIEWED);
  });

  it('are used by the reader and the writer alone', () => {
    const paths = new Set<string>();
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(?<!\.test)\.ts$/.test(path),
    );
    const users = files.filter((path) => {
      const found = [...readFileSync(new URL(path, source), 'utf8').matchAll(/'apache-arrow(?:\/fb\/([a-z0-9-]+))?'/g)];
      for (const [specifier, name] of found) paths.add(name ?? specifier);
      return found.length > 0;
    });
    expect(users.sort()).toEqual(['read/arrowRead.ts', 'write/arrowWrite.ts']);
    expect([...paths].sort().join(' ')).toBe(REVIEWED_PATHS);
  });

  it('write the bytes that bundles are made of', () => {
    expect(createHash('sha256').update(file()).digest('hex')).toBe(REVIEWED_SHA256);
  });

  it('write what a reader without them reads', () => {
    const theirs = tableFromIPC(file());
    expect(theirs.numRows).toBe(3);
    const values = Object.fromEntries(theirs.names.map((name) => [name, [...theirs.getChild(String(name))]]));
    expect(values).toEqual(COLUMNS);
  });
});
