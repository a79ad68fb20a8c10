import { actions, describeAction } from '@hinterland/actions';
import { chosen, resolved, type Schema, shapeOf } from './clientActions.ts';

/** The functions of the Python package, in the order of its pages, and the action that each asks. */
export const FUNCTIONS: Readonly<Record<string, string>> = {
  isochrone: 'analysis.isochrone',
  people_economy: 'analysis.people_economy',
  markets: 'analysis.markets_sector',
  category_mix: 'analysis.category_mix',
  brands: 'analysis.markets_brands',
  changes: 'markets.changes',
  realestate: 'analysis.realestate',
  nearest: 'network.nearest',
  enrich: 'enrich.point',
  resolve: 'search.resolve_address',
  search: 'search.addresses',
  reverse: 'search.reverse_address',
  coverage: 'network.coverage',
  matrix: 'network.matrix',
  rank_sites: 'site.rank',
  compare_sites: 'analysis.site_comparison',
  brand_coverage: 'analysis.brand_coverage',
  market_calibrate: 'market.calibrate',
  site_search: 'site.search',
};

interface Word {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

type Shape = 'origins' | 'point' | 'query' | 'table' | 'area';

const snake = (name: string): string => name.replace(/(?<=[a-z0-9])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

/** Words of the functions for members whose unit is another; `divisor` is how many units of the member one of the word is. */
const LIMITS: Readonly<Record<string, { readonly name: string; readonly divisor: number; readonly text: string }>> = {
  bandSeconds: { name: 'minutes', divisor: 60, text: 'Limits of travel time in minutes' },
  bandMeters: { name: 'kilometers', divisor: 1000, text: 'In place of minutes: limits of road distance in kilometers' },
  radiusMeters: {
    name: 'radius_kilometers',
    divisor: 1000,
    text: 'In place of minutes: limits in kilometers as the crow flies',
  },
};
/** Types of words that take more than the schema says. */
const TYPES: Readonly<Record<string, string>> = {
  mode: 'Mode',
  departure: 'Departure',
  polygon: 'Shape',
  outsidePolygon: 'Shape',
  model: 'Model',
  earlier: 'Model',
};
/** Members that the functions say themselves: the place of a row, and the outlines of isochrones. */
const OWN = new Set(['origins', 'lat', 'lng']);

/** The source of `hinterland/_functions.py`: each action as a method with its signature and its text. */
export function pythonFunctions(): string {
  const named = Object.entries(FUNCTIONS).map(([name, id]) => {
    const action = actions.find((one) => one.id === id);
    if (action === undefined) throw new Error(`There is no action ${id}.`);
    return method(name, action);
  });
  return `${HEADER}\n\nclass Functions:\n    """The actions as functions: frames in, frames out."""\n\n${named.join('\n\n')}\n`;
}

const HEADER = `"""The functions of a client. Made from the schemas of the actions by test/e2e/src/pythonFunctions.test.ts: do not change it by hand."""

# mypy: disable-error-code="empty-body"
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import geopandas as gpd
import pandas as pd

from ._action import action
from ._types import ByRow, Departure, Mode, Model, Numbers, Places, Progress, Shape
`;

function method(name: string, action: (typeof actions)[number]): string {
  const { id, title, description, charged, inputSchema } = describeAction(action);
  const root = inputSchema as Schema & { readonly required?: readonly string[] };
  const { properties = {} } = root;
  const shape: Shape = shapeOf(action, properties) ?? 'area';
  const list =
    shape === 'table'
      ? Object.keys(properties).find((member) => chosen(properties[member]!).role === 'places')
      : undefined;
  const areas = shape === 'origins' && 'areas' in properties;
  const words = wordsOf(root, shape, list, id);
  const given = shape === 'area' ? [] : [`data: Places${areas ? ' = None' : ''}`];
  const options = [
    ...(id === 'analysis.isochrone' ? ['outlines: bool = False'] : []),
    ...(shape === 'area' ? [] : ['columns: Sequence[str] | None = None', 'prefix: str = ""']),
    'max_credits: float | None = None',
    ...(shape === 'area' ? [] : ['progress: Progress | bool | None = None']),
  ];
  const parameters = [
    'self',
    ...given,
    '*',
    ...words.map((word) => `${word.name}: ${word.type} | None = None`),
    ...options,
  ];
  const of = [
    `"${id}"`,
    `"${shape}"`,
    ...(charged ? [] : ['charged=False']),
    ...(list === undefined ? [] : [`list_name="${list}"`]),
    ...(areas ? ['areas=True'] : []),
  ];
  const texts = [
    ...(shape === 'area' ? [] : [`data: ${ROWS[shape]}${areas ? ' Its polygons are areas.' : ''}`]),
    ...words.map((word) => `${word.name}: ${word.text}`),
    ...options.map((option) => OPTIONS[option.split(':')[0]!]!),
  ];
  return [
    `    @action(${of.join(', ')})`,
    `    def ${name}(`,
    ...parameters.map((parameter) => `        ${parameter},`),
    `    ) -> ${shape === 'area' ? 'gpd.GeoDataFrame' : 'pd.DataFrame'}:`,
    `        """`,
    `        ${title}. ${pythonText(description)}`,
    '',
    '        Args:',
    ...texts.map((text) => `            ${pythonText(text)}`),
    '',
    '        Returns:',
    `            ${RETURNS[shape]}`,
    `        """`,
  ].join('\n');
}

const ROWS: Readonly<Record<Exclude<Shape, 'area'>, string>> = {
  origins: 'A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.',
  point: 'A frame, or a list of points, mappings or addresses; each row is a place and a question of its own.',
  query: 'A frame with a column address, or a list of addresses; each row is a question of its own.',
  table: 'A frame, or a list of points, mappings or addresses: all rows together are one question.',
};
const OPTIONS: Readonly<Record<string, string>> = {
  outlines: 'outlines: Adds a geometry column for each band; frame.hl.outlines() has a row for each place and band.',
  columns: 'columns: Patterns of the figures that are wanted, such as ["residents_*"]; client.variables() lists them.',
  prefix:
    'prefix: Put before the names of the new columns, so that two questions stand side by side; without it a second run replaces the first.',
  max_credits:
    'max_credits: The most that the call may charge; a service needs it where the call costs credits. A dearer one starts nothing.',
  progress: 'progress: Called with the rows that are done and all; True and False show a bar or none.',
};
const FRAME = 'The same rows in their order, with status, problem and a column for each figure.';
const RETURNS: Readonly<Record<Shape, string>> = {
  origins: FRAME,
  point: FRAME,
  query: FRAME,
  table: `${FRAME} frame.hl.answer is the whole answer.`,
  area: 'The best places as points, best first; frame.hl.answer is the whole answer.',
};

function wordsOf(root: Schema, shape: Shape, list: string | undefined, id: string): readonly Word[] {
  const { properties = {}, $defs = {} } = root;
  const isByRow = shape === 'origins' || shape === 'point' || shape === 'query';
  const words = new Map<string, Word>();
  for (const [member, schema] of Object.entries(properties)) {
    if (OWN.has(member) || member === list || (id === 'analysis.isochrone' && member === 'geometry')) continue;
    const word = wordOf(member, schema, $defs);
    words.set(word.name, isByRow ? { ...word, type: `${word.type} | ByRow` } : word);
  }
  const rows =
    list === undefined
      ? {}
      : (resolved(chosen(resolved(properties[list]!, $defs)).items ?? {}, $defs).properties ?? {});
  for (const [member, schema] of Object.entries(rows)) {
    if (member === 'id' || member === 'lat' || member === 'lng') continue;
    const { name, text } = wordOf(member, schema, $defs);
    const known = words.get(name);
    words.set(name, {
      name,
      type: known === undefined ? 'ByRow' : `${known.type} | ByRow`,
      text:
        known === undefined
          ? `Of each row: ${lower(text)}`
          : `${known.text.replace(/\.?$/, '.')} Of each row: ${lower(text)}`,
    });
  }
  const first = ['minutes', 'kilometers', 'radius_kilometers', 'mode', 'departure'];
  const rank = ({ name }: Word) => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...words.values()].toSorted((a, b) => rank(a) - rank(b));
}

function wordOf(member: string, given: Schema, definitions: Readonly<Record<string, Schema>>): Word {
  const schema = chosen(resolved(given, definitions));
  const limit = LIMITS[member];
  const text = schema.description ?? '';
  if (limit !== undefined) {
    const { items } = schema as { readonly items?: { readonly maximum?: number } };
    const most = items?.maximum === undefined ? '' : ` of up to ${items.maximum / limit.divisor}`;
    return { name: limit.name, type: 'Numbers', text: `${limit.text}: one, or several${most}.` };
  }
  const type =
    TYPES[member] ?? (schema.role === 'places' ? 'Places' : typeOf(given, definitions, new Set()).join(' | '));
  return { name: snake(member), type, text };
}

const SIMPLE: Readonly<Record<string, string>> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool' };

/** The types of Python that a schema takes, each once. */
function typeOf(
  given: Schema,
  definitions: Readonly<Record<string, Schema>>,
  seen: ReadonlySet<string>,
): readonly string[] {
  if (given.$ref !== undefined && seen.has(given.$ref)) return ['Any'];
  const inside = new Set([...seen, ...(given.$ref === undefined ? [] : [given.$ref])]);
  const {
    enum: choices,
    const: only,
    anyOf,
    oneOf,
    type,
    items,
  } = resolved(given, definitions) as Schema & {
    readonly const?: unknown;
    readonly oneOf?: readonly Schema[];
  };
  const literals = choices ?? (only === undefined ? undefined : [only]);
  if (literals !== undefined) return [`Literal[${literals.map((one) => JSON.stringify(one)).join(', ')}]`];
  const parts = anyOf ?? oneOf;
  if (type === undefined && parts !== undefined)
    return [...new Set(parts.flatMap((part) => typeOf(part, definitions, inside)))].filter((one) => one !== 'None');
  if (type === 'array')
    return [`Sequence[${items === undefined ? 'Any' : typeOf(items, definitions, inside).join(' | ')}]`];
  return [(type === undefined ? undefined : SIMPLE[type]) ?? (type === 'object' ? 'Mapping[str, Any]' : 'Any')];
}

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** A sentence about the API in the words of the functions: minutes for bandSeconds, own_stores for ownStores. */
function pythonText(text: string): string {
  const own = Object.entries(LIMITS).reduce((said, [member, { name }]) => said.replaceAll(member, name), text);
  return own
    .replace(/\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, snake)
    .replace(/\s+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .replace(/"$/, '".')
    .trim();
}
