import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupImports, readImports } from './imports.ts';
import { linesOf, pictureOf, withoutImplied } from './picture.ts';
import { linesOfRooms, linesOfWings, roomOf, wingOf } from './rooms.ts';
import { read, root, workspaceOf } from './tree.ts';

const imports = readImports();
const workspaces = groupImports(imports, (path) => workspaceOf(path).replace(/^.*\//, ''));

const PICTURES = {
  'docs/images/workspaces.svg': pictureOf('Which workspace imports which', linesOf(workspaces), workspaces),
  'docs/images/service-wings.svg': pictureOf(
    'Which wing of the service imports which',
    linesOfWings(),
    groupImports(imports, wingOf),
  ),
  ...Object.fromEntries(
    ['organizations', 'work'].map((wing) => [
      `docs/images/service-${wing}.svg`,
      pictureOf(
        `Which room of ${wing} imports which`,
        linesOfRooms().get(wing)!,
        groupImports(imports, (path) => roomOf(wing, path)),
      ),
    ]),
  ),
};

describe('pictures of the imports', () => {
  it.each(Object.entries(PICTURES))('%s is current (UPDATE_GOLDEN=1 draws it)', (path, picture) => {
    if (process.env.UPDATE_GOLDEN) writeFileSync(join(root, path), picture);
    expect(read(path)).toBe(picture);
    expect(read('ARCHITECTURE.md')).toContain(path);
  });
});

describe('a picture', () => {
  const graph = new Map([
    ['roof', ['walls', 'floor']],
    ['walls', ['floor']],
    ['floor', []],
    ['shed', ['floor']],
  ]);

  it('has no arrow that others imply', () => {
    expect(Object.fromEntries(withoutImplied(graph))).toEqual({
      roof: ['walls'],
      walls: ['floor'],
      floor: [],
      shed: ['floor'],
    });
    expect(pictureOf('A house', linesOf(graph), graph).match(/<path d="M[^0]/g)).toHaveLength(3);
  });

  it('has its lines from top to floor', () => {
    expect(linesOf(graph)).toEqual([['roof'], ['walls', 'shed'], ['floor']]);
  });

  it('draws no box over another', () => {
    const wide = new Map(Array.from({ length: 7 }, (_, i) => [`a long name of room ${i}`.slice(0, 12) + i, []]));
    const svg = pictureOf('A row', [[...wide.keys()]], wide);
    const boxes = [...svg.matchAll(/<rect x="(\d+)" y="\d+" width="(\d+)"/g)].map(([, x, width]) => [+x!, +width!]);
    expect(boxes).toHaveLength(7);
    for (const [i, [x]] of boxes.slice(1).entries()) expect(x).toBeGreaterThan(boxes[i]![0]! + boxes[i]![1]!);
  });
});
