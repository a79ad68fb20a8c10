import { readFileSync } from 'node:fs';
import { AGE_CLASSES, MODE_BIT, TOPIC_CODES, TOPIC_FIELDS } from '@hinterland/catalogue';
import { describe, expect, it } from 'vitest';
import { BACKDROP_KINDS, BACKDROP_TABLES } from './backdropTables.ts';
import { FORMAT_VERSION, familyDescriptor, manifest } from './descriptor.ts';
import {
  AREA_KINDS,
  DERIVED_TABLES,
  FLOOR_AREA_SOURCES,
  HIERARCHY_TABLE,
  JOIN_TABLE,
  LINK_TABLE,
  LISTING_KINDS,
  LISTING_STATES,
  NODE_LIMIT_TABLE,
  PLAYERS_TABLES,
  POLE_KINDS,
  PROPERTY_TYPES,
  REALESTATE_TABLES,
  ROAD_CLASSES,
  SEARCH_TABLES,
  SNAP_START_TABLE,
  SNAP_TABLE,
  SOCIODEMO_TABLES,
  SPEED_TABLES,
  STORE_LIST_TABLES,
  STORE_SOURCES,
  STORE_STATES,
  TERRITORY_TABLES,
  WEIGHT_TABLE,
} from './tables.ts';
import { TRANSIT_TABLES } from './transitTables.ts';

const spec = readFileSync(new URL('../../spec.md', import.meta.url), 'utf8');

/** The text under a "### `name`" heading. */
function section(name: string): string {
  const parts = spec.split(/^#{2,3} /m).filter((part) => part.startsWith(`\`${name}\``));
  expect([name, parts.length]).toEqual([name, 1]);
  return parts[0]!;
}

/** Cells of the table rows that begin with a name in backticks. */
function rows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const tables = {
  ...TERRITORY_TABLES,
  ...SEARCH_TABLES,
  edgeJoins: JOIN_TABLE,
  nodeLimits: NODE_LIMIT_TABLE,
  ...SPEED_TABLES,
  'weights-<profile>': WEIGHT_TABLE,
  'snaps-<mode>': SNAP_TABLE,
  'hierarchy-<mode>': HIERARCHY_TABLE,
  'links-<mode>': LINK_TABLE,
  ...DERIVED_TABLES,
  'snapStarts-<mode>': SNAP_START_TABLE,
  ...SOCIODEMO_TABLES,
  ...REALESTATE_TABLES,
  ...PLAYERS_TABLES,
  ...STORE_LIST_TABLES,
  ...BACKDROP_TABLES,
  ...TRANSIT_TABLES,
};

describe('spec.md says what the code says', () => {
  it.each(Object.entries(tables))('%s: columns, order and types, each with a meaning', (name, columns) => {
    const documented = rows(section(name));
    expect(documented.map(([column, type]) => [column, type])).toEqual(
      Object.entries(columns).map(([column, type]) => [`\`${column}\``, type]),
    );
    for (const [, , meaning] of documented) expect(meaning).not.toBe('');
  });

  it.each(TOPIC_CODES.filter((code) => code !== 'age_classes'))('topic %s: fields, units, bases, meanings', (code) => {
    expect(rows(section(`topic-${code}`))).toEqual(
      TOPIC_FIELDS[code].map(({ name, unit, kind, base, meaning }) => [
        `\`${name}\``,
        kind === 'unitMedian' ? `${unit}, median of the unit` : unit,
        base === undefined ? '' : `\`${base}\``,
        meaning,
      ]),
    );
  });

  it('topic age_classes: every class', () => {
    const text = section('topic-age_classes');
    for (const { code } of AGE_CLASSES) expect(text).toMatch(new RegExp(`\\b${code}\\b`));
    expect(TOPIC_FIELDS.age_classes).toHaveLength(3 * AGE_CLASSES.length);
  });

  it('lists whose positions are numbers in the tables', () => {
    const list = section('edges').replace(/\s+/g, ' ').split('Road classes from 0: ')[1]!;
    expect(list.replace(/\.\s*$/, '').split(', ')).toEqual([...ROAD_CLASSES]);
    const numbered = (kinds: readonly string[]) => kinds.map((kind, i) => `${i} ${kind}`).join(', ');
    expect(section('poles')).toContain(numbered(POLE_KINDS));
    expect(section('areas')).toContain(numbered(AREA_KINDS));
    for (const [name, words] of Object.entries({
      Kinds: LISTING_KINDS,
      States: LISTING_STATES,
      Types: PROPERTY_TYPES,
    })) {
      expect(section('listings')).toContain(`${name}: ${numbered(words)}.`);
    }
    for (const kinds of [FLOOR_AREA_SOURCES, STORE_SOURCES, STORE_STATES]) {
      expect(section('stores')).toContain(numbered(kinds));
    }
    expect(section('backdropFeatures').replace(/\s+/g, ' ')).toContain(numbered(BACKDROP_KINDS));
    const bits = Object.entries(MODE_BIT).map(([mode, bit]) => `${bit} ${mode}`);
    expect(section('edges')).toContain(`bits: ${bits.join(', ')}`);
  });

  it('members of the JSON files', () => {
    const members = [...spec.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell]) => cell!.match(/\w+/g)!);
    const expected = [...Object.keys(manifest.shape), ...Object.keys(familyDescriptor.shape)];
    expect(expected.filter((name) => !members.includes(name))).toEqual([]);
  });

  it('its own version, with an entry in the changes', () => {
    expect(spec).toContain(`Format \`hinterland-territory\`, version ${FORMAT_VERSION}.`);
    expect(spec.split('## Changes')[1]).toContain(`- **${FORMAT_VERSION}**`);
  });
});
