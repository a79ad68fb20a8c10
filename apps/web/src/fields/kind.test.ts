import { actions, describeAction } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { sourceOf } from './kind.ts';
import type { Schema } from './schema.ts';

describe('fields of codes', () => {
  const fields = actions.flatMap((action) =>
    Object.entries((describeAction(action).inputSchema as Schema).properties ?? {})
      .filter(([name]) => /sectorCode$|sectors$/i.test(name))
      .map(([name, schema]) => [`${action.id}: ${name}`, schema] as const),
  );

  it('are found', () => expect(fields.length).toBeGreaterThan(8));

  it.each(fields)('%s offers the sectors, since its description names their list', (_, schema) => {
    expect(sourceOf(schema)).toBe('markets.sectors');
  });
});
