import { EARTH_RADIUS_METERS } from '@hinterland/geo';
import { OsmBuilder } from '../osmBuilder.ts';
import type { OsmData, OsmMember } from '../osmData.ts';

const METERS_PER_DEGREE = (EARTH_RADIUS_METERS * Math.PI) / 180;

type TagRecord = Readonly<Record<string, string>>;

export interface Drawing {
  /** Ways as strings of letters; "?" is a node that the map does not hold. The tags are the way's. */
  readonly ways: readonly (readonly [letters: string, tags: TagRecord])[];
  /** Tags of nodes by letter. */
  readonly nodes?: Readonly<Record<string, TagRecord>>;
  /** Relations; members are letters of nodes ("a") or positions in `ways` (0). */
  readonly relations?: readonly (readonly [members: readonly DrawnMember[], tags: TagRecord])[];
  /** Meters from one character to the next; a line is as high as two characters are wide. */
  readonly metersPerCharacter?: number;
}

type DrawnMember = readonly [member: string | number, role: string];

export interface DrawnOsm {
  readonly map: OsmData;
  /** [lng, lat] of a letter, in degrees. */
  position(letter: string): readonly [number, number];
}

/**
 * A map from a picture, for tests. Letters and digits are nodes, all other characters only show what is meant:
 *
 * ```
 * a---b---c
 *     |
 *     d
 * ```
 *
 * With 25 m per character (the default), a and b are 100 m apart, b and d too. The picture's upper left corner lies at
 * 0°, 0°, where a meter is as long to the east as to the south, so lengths come out to the millimeter.
 */
export function drawOsm(picture: string, drawing: Drawing): DrawnOsm {
  const metersPerCharacter = drawing.metersPerCharacter ?? 25;
  const lines = picture.replace(/^\n/, '').split('\n');
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const builder = new OsmBuilder();
  const ids = new Map<string, number>();
  const positions = new Map<string, readonly [number, number]>();
  lines.forEach((line, row) => {
    for (const match of line.slice(margin).matchAll(/[A-Za-z0-9]/g)) {
      const letter = match[0];
      if (ids.has(letter)) throw new Error(`the letter ${letter} is drawn twice`);
      const lng = (match.index * metersPerCharacter) / METERS_PER_DEGREE;
      const lat = (-row * 2 * metersPerCharacter) / METERS_PER_DEGREE;
      positions.set(letter, [lng, lat]);
      ids.set(letter, builder.addNode(lat, lng, drawing.nodes?.[letter]));
    }
  });
  const idOf = (letter: string): number => {
    if (letter === '?') return Number.MAX_SAFE_INTEGER;
    const id = ids.get(letter);
    if (id === undefined) throw new Error(`the letter ${letter} is not drawn`);
    return id;
  };
  const wayIds = drawing.ways.map(([letters, tags]) => builder.addWay(letters.split('').map(idOf), tags));
  for (const [members, tags] of drawing.relations ?? []) {
    builder.addRelation(
      members.map(
        ([member, role]): OsmMember =>
          typeof member === 'number'
            ? { kind: 'way', id: wayIds[member] ?? Number.MAX_SAFE_INTEGER, role }
            : { kind: 'node', id: idOf(member), role },
      ),
      tags,
    );
  }
  return {
    map: builder.build(),
    position: (letter) => positions.get(letter) ?? [NaN, NaN],
  };
}
