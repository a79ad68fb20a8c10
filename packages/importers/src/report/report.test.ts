import { describe, expect, it } from 'vitest';
import { Report } from './report.ts';

describe('report', () => {
  it('counts what was kept and dropped, the commonest reason first', async () => {
    const report = new Report('Town');
    const addresses = report.subject('addresses');
    addresses.kept(7);
    addresses.dropped('no street', 'node 1');
    addresses.dropped('outside the map', 'node 2');
    addresses.dropped('outside the map', 'node 3');
    addresses.changed('moved', 'node 4');
    expect(report.subject('addresses')).toBe(addresses);
    report.fact('residents', 12345.5);
    report.warn('Look at this.');
    report.warn('Look at this.');
    expect(await report.time('read', () => 42)).toBe(42);

    const json = report.toJson();
    expect(json.subjects).toEqual([
      {
        name: 'addresses',
        kept: 7,
        dropped: 3,
        drops: [
          { reason: 'outside the map', count: 2, references: ['node 2', 'node 3'] },
          { reason: 'no street', count: 1, references: ['node 1'] },
        ],
        changes: [{ reason: 'moved', count: 1, references: ['node 4'] }],
      },
    ]);
    expect(json.warnings).toEqual(['Look at this.']);
    expect(json.steps).toHaveLength(1);
    const text = report.toText();
    expect(text).toContain('addresses: 7 kept of 10');
    expect(text).toContain('dropped 2: outside the map\n    node 2, node 3\n');
    expect(text).toContain('residents: 12,345.5');
  });

  it('counts beyond the references that it keeps', () => {
    const report = new Report('Town');
    for (let i = 0; i < 1500; i++) report.subject('rows').dropped('empty', `row ${i}`);
    const [drop] = report.toJson().subjects[0]!.drops;
    expect(drop!.count).toBe(1500);
    expect(drop!.references).toHaveLength(1000);
    expect(report.toText()).toContain('row 11, …');
  });

  it('records a step that fails', async () => {
    const report = new Report('Town');
    await expect(
      report.time('read', () => {
        throw new Error('cut file');
      }),
    ).rejects.toThrow('cut file');
    expect(report.toJson().steps.map((step) => step.name)).toEqual(['read']);
  });
});
