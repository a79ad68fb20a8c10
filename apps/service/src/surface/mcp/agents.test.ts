import { actions } from '@hinterland/actions';
import { describe, expect, it } from 'vitest';
import { schemaCompiler } from '../../testing/schemaValidator.ts';
import { withDescriber } from './describeTool.ts';
import { describeTools, listTools } from './listTools.ts';
import { promptsOf } from './prompts.ts';
import type { ToolServices } from './services.ts';
import { serviceTools } from './serviceTools.ts';

type Json = Readonly<Record<string, any>>;

const offered = { actions, house: false };
const others = withDescriber(offered, serviceTools(offered as ToolServices));
const tools = listTools(offered, others);
const whole = describeTools(offered, others);

/** What an agent refuses, as its users and makers report it. Names are those that its model sees. */
interface Agent {
  readonly name: RegExp;
  /** Put before the name of a tool. */
  readonly prefix: string;
  readonly member: RegExp;
  /** Keywords that it knows; all of them where absent. */
  readonly keywords?: readonly string[];
}

const ANYTHING = /^/s;
const AGENTS: Readonly<Record<string, Agent>> = {
  // FrontendRemoteMcpToolDefinition.name: github.com/barryw/ImmichMCP/issues/3; with the prefix of Claude Code, in 64
  // letters. Members: "Property keys should match pattern" of the Messages API. Top: anthropics/claude-code issue 657.
  'Claude Desktop and Claude Code': {
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    prefix: 'mcp__hinterland__',
    member: /^[a-zA-Z0-9_.-]{1,64}$/,
  },
  // github.com/github/copilot-cli/issues/2581 (128), and the older limit of 64.
  'GitHub Copilot CLI': { name: /^[a-zA-Z0-9_-]{1,64}$/, prefix: 'hinterland-', member: ANYTHING },
  // github.com/openai/codex issues 8174 and 8694; "array schema missing items" and the top: langchain-ai/langchainjs
  // issue 9804, ruvnet/ruflo issue 1294. Functions of the Responses API have at most 64 letters.
  'OpenAI Codex': { name: /^[a-zA-Z0-9_-]{1,64}$/, prefix: 'mcp__hinterland__', member: ANYTHING },
  // FunctionDeclaration of the Gemini API begins with a letter or `_`, in 63 or 64 letters; Schema of v1beta has these
  // fields, and choices of texts alone: ai.google.dev/api/caching, microsoft/azure-devops-mcp issue 139.
  'Gemini function declarations': {
    name: /^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$/,
    prefix: '',
    member: ANYTHING,
    keywords: [
      'type format title description nullable enum items minItems maxItems properties required minProperties',
      'maxProperties minLength maxLength pattern anyOf default propertyOrdering minimum maximum',
    ].flatMap((line) => line.split(' ')),
  },
};

/** What an agent refuses of a tool. */
function faultsOf({ name, prefix, member, keywords }: Agent, tool: { name: string; inputSchema: Json }): string[] {
  const faults: string[] = [];
  if (!name.test(prefix + tool.name)) faults.push(`name ${prefix}${tool.name}`);
  const top = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'if', '$ref'].filter((word) => word in tool.inputSchema);
  if (tool.inputSchema.type !== 'object' || top.length > 0) faults.push(`top ${top}`);
  const visit = (schema: Json, at: string) => {
    const unknown = keywords === undefined ? [] : Object.keys(schema).filter((word) => !keywords.includes(word));
    if (unknown.length > 0) faults.push(`${at} ${unknown}`);
    if ('$ref' in schema) faults.push(`${at} $ref`);
    if (schema.anyOf === undefined && typeof schema.type !== 'string') faults.push(`${at} has no one type`);
    if (schema.type === 'array' && schema.items === undefined) faults.push(`${at} has no items`);
    if (keywords !== undefined && schema.enum?.some((value: unknown) => typeof value !== 'string')) {
      faults.push(`${at} enum`);
    }
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(branch, `${at}/anyOf`);
    if (schema.items !== undefined) visit(schema.items, `${at}/items`);
    for (const [key, value] of Object.entries((schema.properties ?? {}) as Json)) {
      if (!member.test(key)) faults.push(`${at} member ${key}`);
      visit(value, `${at}/${key}`);
    }
  };
  visit(tool.inputSchema, '#');
  return faults;
}

describe.each(Object.entries(AGENTS))('%s', (_name, agent) => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('takes %s', (_, tool) => {
    expect(faultsOf(agent, tool)).toEqual([]);
  });

  it('takes the names of prompts and of their arguments', () => {
    for (const prompt of promptsOf(false)) {
      expect(agent.prefix + prompt.name).toMatch(agent.name);
      for (const argument of prompt.arguments) expect(argument.name).toMatch(agent.member);
    }
  });

  it('would not take the whole schemas under their ids', () => {
    const refused = whole.filter(({ id, inputSchema }) => faultsOf(agent, { name: id, inputSchema }).length > 0);
    expect(refused.length).toBe(whole.length);
  });
});

describe('the list of tools', () => {
  it('is a tenth of what whole schemas would be', () => {
    const bytesOf = (list: readonly object[]) => Buffer.byteLength(JSON.stringify({ tools: list }));
    const inFull = whole.map(({ id: name, example: _, ...tool }) => ({ name, ...tool }));
    // 24 tools had 387,685 bytes with whole schemas, and have 37,056 as listed; with the four that came later 46,063 of 466,577. Rows to leave out and closing by
    // sales added 2,500, saved subjects in place of lists 1,000.
    expect(bytesOf(tools) / bytesOf(inFull)).toBeLessThan(0.1);
    const former = tools.filter(
      ({ name }) => !/^(site_search|network_(matrix|nearest)|market_calibrate|markets_changes|stores_.*)$/.test(name),
    );
    expect(bytesOf(former)).toBeLessThan(41_500);
  });

  it('has another name for every tool, and tells them by these names alone', () => {
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    const dotted = whole.map(({ id }) => id);
    const said = JSON.stringify(tools);
    expect(dotted.filter((id) => new RegExp(`\\b${id.replace('.', '\\.')}\\b`).test(said))).toEqual([]);
  });

  it('says in words what stands at the top of whole schemas', () => {
    const described = (name: string) => tools.find((tool) => tool.name === name)?.description;
    expect(described('analysis_isochrone')).toContain('Give one of bandSeconds, bandMeters, radiusMeters.');
    expect(described('analysis_category_mix')).toContain(
      'Give one of origins, areas, polygon. Give at least one of neighboursOf, categories.',
    );
    for (const { id, inputSchema } of whole) {
      const alternatives = [...((inputSchema.oneOf ?? []) as Json[]), ...((inputSchema.anyOf ?? []) as Json[])];
      const text = described(id.replaceAll('.', '_'));
      for (const { required } of alternatives) for (const name of required) expect(text).toContain(name);
    }
  });

  it('takes whatever the whole schema takes', () => {
    const compile = schemaCompiler();
    const polygon = {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [0, 1],
            [0, 0],
          ],
        ],
      ],
    };
    const ownData = { columns: ['x'], rows: [{ lat: 1, lng: 2, values: [null] }] };
    const more: Readonly<Record<string, Json[]>> = {
      'analysis.people_economy': [{ polygon, topics: ['income'], ownData }],
      'analysis.realestate': [{ polygon: { type: 'Polygon', coordinates: polygon.coordinates[0] }, ownData }],
      'network.coverage': [
        { stores: { dataset: 'ds_1' }, minutes: 5, whiteSpotLevel: 6, ownData: { dataset: 'ds_1' } },
      ],
      'areas.list': [{ level: 4 }],
    };
    let tried = 0;
    for (const { id, inputSchema, example = {} } of whole) {
      const [takes, listed] = [
        compile.compile(inputSchema),
        tools.find(({ name }) => name === id.replaceAll('.', '_')),
      ];
      const brief = compile.compile(listed?.inputSchema as object);
      for (const input of [example, ...(more[id] ?? [])]) {
        if (!takes(input)) continue;
        expect([id, brief(input), brief.errors]).toEqual([id, true, null]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(actions.length + 3);
  });

  it('describes every member, and none twice', () => {
    const members = tools.flatMap(({ inputSchema }) => Object.entries(inputSchema.properties as Json));
    const described = members.filter(([, { description }]) => description !== undefined);
    expect(new Set(described.map((one) => JSON.stringify(one))).size).toBe(described.length);
    const names = new Set(described.map(([name]) => name));
    expect(members.filter(([name]) => !names.has(name))).toEqual([]);
  });
});
