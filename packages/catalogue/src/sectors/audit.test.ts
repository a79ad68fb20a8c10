import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SECTORS, sectorOfOsmTag } from './sectors.ts';

const page = readFileSync(new URL('../../../../docs/methods/sector-audit.md', import.meta.url), 'utf8');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = page.split('\n').filter((line) => line.startsWith('| `'));

describe('the audit of sectors', () => {
  test('classes that sweep in strangers are in no sector', () => {
    const left = rows.map(cellsOf).filter(([first]) => first!.includes('='));
    expect(left.length).toBe(8);
    for (const [tag] of left) expect([tag, sectorOfOsmTag(tag!.replaceAll('`', ''))]).toEqual([tag, undefined]);
    // Their neighbors of the same name stay.
    expect(sectorOfOsmTag('shop=shoe_repair')?.code).toBe('services.repair');
    expect(sectorOfOsmTag('shop=travel_agency')?.code).toBe('services.travel');
    expect(sectorOfOsmTag('shop=coffee')?.code).toBe('horeca.cafe');
  });

  test('suppliers of other businesses are in none of Overture either', () => {
    const categories = SECTORS.flatMap(({ mapping }) => mapping.overture);
    expect(categories.filter((name) => /wholesale|supplier|distribut|food_court/.test(name))).toEqual([]);
  });

  test('every sector was counted and read, and its commonest tags are its own still, or left with a reason', () => {
    const audited = rows.map(cellsOf).filter(([first]) => !first!.includes('='));
    expect(audited.map(([code]) => code!.replaceAll('`', ''))).toEqual(SECTORS.map(({ code }) => code));
    for (const [code, stores, tags, , , decision, after] of audited) {
      const sector = SECTORS.find((each) => `\`${each.code}\`` === code)!;
      const counted = [...tags!.matchAll(/`([a-z]+=[a-z_-]+)` \d+/g)].map(([, tag]) => tag!);
      expect(counted.length).toBeGreaterThan(0);
      const gone = counted.filter((tag) => !sector.mapping.osm.includes(tag));
      expect([code, gone.length > 0 && decision === 'kept']).toEqual([code, false]);
      expect([code, Number(stores) === Number(after)]).toEqual([code, !/in no sector|café|takes/.test(decision!)]);
    }
  });
});
