import { actions, storeActions } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { withDescriber } from './describeTool.ts';
import { describeTools, listTools } from './listTools.ts';
import { promptsOf } from './prompts.ts';
import { restTool } from './restTool.ts';
import type { ToolServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';

const servicesOf = (house: boolean) => ({ actions: [...actions, ...storeActions], house }) as unknown as ToolServices;
const toolsOf = (services: ToolServices) => withDescriber(services, [...serviceTools(services), restTool(services)]);
const [priced, house] = [servicesOf(false), servicesOf(true)];

type Json = Readonly<Record<string, unknown>>;
/** Texts that a model reads: descriptions, wherever they stand. */
const textsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([name, member]) =>
    name === 'description' && typeof member === 'string' ? [member] : textsIn(member),
  );
};
/** What calls cost; asking prices, rents and free roads are answers and inputs. */
const PRICE = /\b(credits?|priced|quote\w*|charged?|charges|uncharged|costs? \d|Costs)\b|\bFree\./;

describe("tools of an organization's own server", () => {
  const tools = describeTools(house, toolsOf(house));

  it('say nothing of prices in descriptions and arguments', () => {
    const said = [...listTools(house, toolsOf(house)), ...tools.map(({ outputSchema: _, ...tool }) => tool)];
    const texts = textsIn(said);
    expect(texts.length).toBeGreaterThan(300);
    expect(texts.filter((text) => PRICE.test(text))).toEqual([]);
    // The same test finds them where there are prices.
    expect(textsIn(listTools(priced, toolsOf(priced))).filter((text) => PRICE.test(text)).length).toBeGreaterThan(30);
  });

  it('have no argument that agrees to a price, and no tool that tells one', () => {
    expect(tools.filter(({ inputSchema }) => 'quotedCredits' in (inputSchema.properties as object))).toEqual([]);
    expect(tools.map(({ id }) => id)).not.toContain('actions.quote');
    expect(tools.map(({ id }) => id)).not.toContain('account.credits');
    const others = describeTools(priced, toolsOf(priced)).map(({ id }) => id);
    expect(others).toEqual(expect.arrayContaining(tools.map(({ id }) => id)));
  });

  it('keep what else they say', () => {
    const before = new Map(describeTools(priced, toolsOf(priced)).map((tool) => [tool.id, tool]));
    for (const { id, description, inputSchema } of tools) {
      expect(description.length).toBeGreaterThan(20);
      const members = Object.entries(inputSchema.properties as Readonly<Record<string, Json>>);
      const wide = before.get(id)?.inputSchema.properties as Readonly<Record<string, Json>>;
      for (const [name, member] of members)
        expect([id, name, member.description === '' && wide[name]?.description !== '']).toEqual([id, name, false]);
    }
  });

  it('come with prompts and no price in them', () => {
    const texts = promptsOf(true).flatMap(({ description, text }) => [
      description,
      text({ question: 'x', place: 'y' }),
    ]);
    expect(texts.filter((text) => /price|credit|quote|charged|\(free\)/i.test(text))).toEqual([]);
  });
});
