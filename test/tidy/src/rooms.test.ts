import { describe, expect, it } from 'vitest';
import { circlesOf, groupImports, readImports } from './imports.ts';
import { linesOfService, roomOf } from './rooms.ts';

const rooms = groupImports(readImports(), roomOf);

describe('the rooms of the service', () => {
  const lines = linesOfService();
  const lineOf = (room: string) => lines.findIndex((line) => line.includes(room));

  it('are all in the table of its README, once', () => {
    expect(lines.flat().sort()).toEqual([...rooms.keys()].sort());
  });

  it('import from the lines below their own, and from nothing beside or above it', () => {
    const wrong = [...rooms].flatMap(([room, targets]) =>
      targets.filter((target) => lineOf(target) <= lineOf(room)).map((target) => `${room} imports ${target}`),
    );
    expect(wrong).toEqual([]);
    expect(circlesOf(rooms)).toEqual([]);
  });
});
