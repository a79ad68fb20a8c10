import { readFileSync } from 'node:fs';
import { type Action, actions, describeAction } from '@hinterland/actions';
import { textsOf } from '@hinterland/answers/texts';
import { LANGUAGES, makeWords, type Words } from '@hinterland/answers/words';
import { AREA_KINDS } from '@hinterland/territory';
import { chosen, resolved, type Schema, shapeOf } from './clientActions.ts';

// The algorithms of QGIS: each action as its parameters and layers, and what is said of them in all languages. A text is known by its English.

/** The groups of the toolbox, and the actions in each; their texts are `group.NAME`. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  place: [
    'analysis.isochrone',
    'analysis.people_economy',
    'analysis.markets_sector',
    'analysis.category_mix',
    'analysis.markets_brands',
    'analysis.realestate',
    'markets.changes',
    'enrich.point',
  ],
  network: ['network.coverage', 'analysis.brand_coverage', 'network.matrix', 'network.nearest'],
  site: ['site.search', 'site.rank', 'analysis.site_comparison', 'market.calibrate'],
  find: ['search.addresses', 'search.resolve_address', 'search.reverse_address', 'areas.list'],
};
/** Actions that are asked without a row: of an area, or of a whole territory. */
const WITHOUT_ROWS: Readonly<Record<string, 'area' | 'none'>> = { 'site.search': 'area', 'areas.list': 'none' };
/** Members that the algorithms say themselves. */
const HIDDEN = new Set(['geometry', 'ownData', 'lat', 'lng']);

type Catalogue = Readonly<Record<string, string>>;
const fileOf = (path: string): Catalogue => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
/** Texts of a language: of answers, of the web app's names, helps and words to find actions by, and of the plugin itself. */
const catalogueOf = (language: string): Catalogue => ({
  ...textsOf(language),
  ...fileOf(`../../../apps/web/src/text/actions/${language}.json`),
  ...fileOf(`../../../apps/web/src/text/help/${language}.json`),
  ...fileOf(`../../../apps/web/src/text/search/${language}.json`),
  ...fileOf(`../../../clients/qgis/texts/${language}.json`),
});

/** Every text that the plugin shows, by its English; a language without it shows that. */
class Said {
  readonly #catalogues = new Map(LANGUAGES.map((tag) => [tag, catalogueOf(tag)]));
  readonly #words = new Map<string, Words>(LANGUAGES.map((tag) => [tag, makeWords(tag, this.#catalogues.get(tag)!)]));
  readonly #texts = new Map<string, Record<string, string>>(
    LANGUAGES.filter((tag) => tag !== 'en').map((tag) => [tag, {}]),
  );
  readonly #keys = new Map(
    Object.entries(fileOf('../../../apps/web/src/text/help/en.json')).map(([key, text]) => [text, key]),
  );

  /** A text by its key, in English. Throws for a key without a text. */
  text(key: string): string {
    const english = this.#catalogues.get('en')![key];
    if (english === undefined) throw new Error(`There is no text ${key}; clients/qgis/texts may have it.`);
    for (const [tag, found] of this.#texts) found[english] = this.#catalogues.get(tag)![key]!;
    return english;
  }

  /** The first of several keys that has a text. */
  first(...keys: readonly string[]): string {
    return this.text(keys.find((key) => key in this.#catalogues.get('en')!) ?? keys.at(-1)!);
  }

  /** The title of a member, as the web app has it. */
  title(name: string): string {
    const own = `label.${name}`;
    if (own in this.#catalogues.get('en')!) return this.text(own);
    const english = this.#words.get('en')!.title({ field: name });
    for (const [tag, found] of this.#texts) {
      const words = this.#words.get(tag)!;
      if (words.isEnglish({ field: name })) throw new Error(`There is no text field.${name} or ${own} in ${tag}.`);
      found[english] = words.title({ field: name });
    }
    return english;
  }

  /** A value of the service; one without a word is as it is. */
  value(value: string): void {
    if (`value.${value}` in this.#catalogues.get('en')!) {
      for (const [tag, found] of this.#texts) found[`=${value}`] = this.#catalogues.get(tag)![`value.${value}`]!;
      const english = this.#catalogues.get('en')![`value.${value}`]!;
      this.#english[`=${value}`] = english;
    }
  }

  /** What a schema says of a member, where the web app says it, too. */
  help(description: string): string {
    const key = this.#keys.get(description) ?? this.#keys.get(description.replace(/\.$/, ''));
    if (key === undefined) throw new Error(`The help texts of the web app lack: ${description}`);
    for (const [tag, found] of this.#texts) found[description] = this.#catalogues.get(tag)![key]!;
    return description;
  }

  readonly #english: Record<string, string> = {};

  all(): object {
    const sorted = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    return Object.fromEntries(
      [['en', this.#english] as const, ...this.#texts].map(([tag, texts]) => [tag, sorted(texts)]),
    );
  }
}

/** Returns the actions as `actions.json` of the plugin has them, and `texts.json`. */
export function qgisPlugin(): { readonly actions: readonly object[]; readonly texts: object } {
  const said = new Said();
  for (const key of Object.keys(fileOf('../../../clients/qgis/texts/en.json')).filter((one) =>
    one.startsWith('plugin.'),
  ))
    said.text(key);
  const described = Object.entries(GROUPS).flatMap(([group, ids]) =>
    ids.map((id) => {
      const action = actions.find((one) => one.id === id);
      if (action === undefined) throw new Error(`There is no action ${id}.`);
      return { group: said.text(`group.${group}`), ...algorithmOf(action, said) };
    }),
  );
  return { actions: described, texts: said.all() };
}

/** Actions with rows that are no algorithm: those of many points at once are algorithms of their own rows. */
export const unlisted = (): readonly string[] =>
  actions
    .filter(({ background }) => !background)
    .filter((action) => shapeOf(action, describeAction(action).inputSchema.properties as object) !== null)
    .map(({ id }) => id)
    .filter((id) => !Object.values(GROUPS).flat().includes(id));

function algorithmOf(action: Action, said: Said) {
  const { id, title, inputSchema, outputSchema } = describeAction(action);
  const {
    properties = {},
    required = [],
    $defs = {},
  } = inputSchema as Schema & { readonly required?: readonly string[] };
  const shape = WITHOUT_ROWS[id] ?? shapeOf(action, properties);
  if (shape === null) throw new Error(`${id} takes no rows.`);
  const own = new Set([
    ...HIDDEN,
    ...(shape === 'query' ? ['query'] : []),
    ...(shape === 'none' ? ['limit', 'offset'] : []),
  ]);
  const members = Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !own.has(name))
      .map(([name, schema]) => [name, memberOf(name, schema, $defs, said)]),
  );
  const list = shape === 'table' ? Object.keys(members).find((name) => members[name]!.role === 'places')! : null;
  return {
    id,
    title: said.first(`ask.${id}`, `action.${id}`),
    about: said.text(`about.${id}`),
    tags: [title, ...(GROUPS.find!.includes(id) ? [] : [said.text(`find.${id}`)])],
    shape,
    list,
    outlines: id === 'analysis.isochrone',
    areas: 'areas' in members,
    required: required.filter((name) => !own.has(name)),
    layers: layersOf(outputSchema as Schema, list, said),
    members,
  };
}

/** The part of a member's schema that a parameter of an algorithm is made of. */
function memberOf(name: string, given: Schema, definitions: Readonly<Record<string, Schema>>, said: Said): Member {
  const schema = chosen(resolved(given, definitions));
  const { type, items, description } = schema;
  const reference = given.$ref?.replace(/^.*\//, '');
  const role = name === 'areas' || reference === 'DrawnPolygon' ? 'area' : schema.role;
  const kind = reference === 'Place' ? 'point' : isBox(schema) ? 'extent' : type;
  for (const one of schema.enum ?? []) said.value(String(one));
  const fields = role === 'places' ? fieldsOf(schema, definitions, said) : {};
  return {
    label: said.title(name),
    ...(kind === undefined ? {} : { type: kind }),
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
    ...(items?.type === undefined ? {} : { items: { type: items.type } }),
    ...(description === undefined ? {} : { description: said.help(description) }),
    ...(role === undefined ? {} : { role }),
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
  };
}

interface Member {
  readonly label: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: { readonly type: string };
  readonly description?: string;
  readonly role?: string;
  /** What fields of a layer may say of each place. */
  readonly fields?: Readonly<Record<string, Member>>;
}

const isBox = ({ properties = {} }: Schema): boolean =>
  ['west', 'south', 'east', 'north'].every((name) => name in properties);

/** What a place of a list has beside its id and where it lies: texts and numbers, which fields of a layer hold. */
function fieldsOf({ items = {} }: Schema, definitions: Readonly<Record<string, Schema>>, said: Said) {
  const { properties = {} } = resolved(items, definitions);
  const own = Object.entries(properties).filter(([name]) => !['id', 'lat', 'lng'].includes(name));
  const members = own.map(([name, schema]) => [name, memberOf(name, schema, definitions, said)] as const);
  return Object.fromEntries(
    members.filter(([, { type }]) => type === 'string' || type === 'number' || type === 'integer'),
  );
}

/**
 * The lists of an answer that are layers: of places, of areas, and of rows that the question has. Left out are the rows themselves, and what a
 * forecast says of the stores that its model was learned from.
 */
function layersOf(output: Schema, list: string | null, said: Said) {
  const found: { readonly path: string; readonly title: string; readonly kind: string }[] = [];
  const definitions = output.$defs ?? {};
  const walk = (given: Schema, path: readonly string[], depth: number): void => {
    const schema = resolved(given, definitions);
    if (depth > 12) return;
    for (const one of schema.anyOf ?? []) walk(one, path, depth + 1);
    if (schema.items !== undefined) {
      const kind = kindOf(objectOf(schema.items, definitions));
      const isOwn = path.at(-1) === 'origins' || (kind === 'row' && path.length === 1 && path[0] === list);
      if (kind !== null && !isOwn && !path.includes('forecast'))
        found.push({
          path: path.join('.'),
          title: said.first(`layer.${path.join('.')}`, `field.${path.at(-1)}`),
          kind,
        });
      walk(schema.items, path, depth + 1);
    }
    for (const [name, member] of Object.entries(schema.properties ?? {})) walk(member, [...path, name], depth + 1);
  };
  walk(output, [], 0);
  return found;
}

const objectOf = (given: Schema, definitions: Readonly<Record<string, Schema>>): Schema => {
  const schema = resolved(given, definitions);
  return schema.properties === undefined
    ? ((schema.anyOf ?? []).map((one) => resolved(one, definitions)).find((one) => one.properties !== undefined) ?? {})
    : schema;
};

/** What the items of a list are; null for what no map shows. */
function kindOf({ properties = {} }: Schema): 'place' | 'area' | 'row' | null {
  const { lat, lng, code, kind, id } = properties;
  if (lat !== undefined && lng !== undefined) return 'place';
  if (code !== undefined && AREA_KINDS.every((one) => kind?.enum?.includes(one))) return 'area';
  return id?.description?.startsWith('As given') ? 'row' : null;
}
