import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { circlesOf, groupImports, type ImportGraph, readImports } from './imports.ts';
import { linesOfRooms, linesOfWings, roomOf, wingOf } from './rooms.ts';
import { root } from './tree.ts';

const imports = readImports();

/** What imports from beside or above its own line. */
const climbing = (graph: ImportGraph, lines: readonly (readonly string[])[]): string[] => {
  const lineOf = (name: string) => lines.findIndex((line) => line.includes(name));
  return [...graph].flatMap(([from, targets]) =>
    targets.filter((target) => lineOf(target) <= lineOf(from)).map((target) => `${from} imports ${target}`),
  );
};

describe('the wings of the service', () => {
  const wings = groupImports(imports, wingOf);

  it('are a dozen at most, and all in the table of its README', () => {
    expect(readdirSync(join(root, 'apps/service/src')).length).toBeLessThanOrEqual(12);
    expect(linesOfWings().flat().sort()).toEqual([...wings.keys()].sort());
  });

  it('import from the lines below their own, and from nothing beside or above it', () => {
    expect(climbing(wings, linesOfWings())).toEqual([]);
    expect(circlesOf(wings)).toEqual([]);
  });
});

describe.each([...linesOfRooms()])('the rooms of %s', (wing, lines) => {
  const rooms = groupImports(imports, (path) => roomOf(wing, path));

  it('are all in its table, once', () => {
    expect(lines.flat().sort()).toEqual([...rooms.keys()].sort());
  });

  it('import from the lines below their own, and from nothing beside or above it', () => {
    expect(climbing(rooms, lines)).toEqual([]);
    expect(circlesOf(rooms)).toEqual([]);
  });
});

describe('a wing with folders', () => {
  it('has a table of its rooms', () => {
    const folders = [...imports.keys()].flatMap((path) => {
      const [, wing, room] = /^apps\/service\/src\/(\w+)\/(\w+)\//.exec(path) ?? [];
      return wing === undefined || room === undefined || wing === 'testing' ? [] : [wing];
    });
    expect([...new Set([...folders, 'start'])].sort()).toEqual([...linesOfRooms().keys()].sort());
  });
});
