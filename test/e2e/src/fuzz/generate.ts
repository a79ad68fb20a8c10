/** A JSON Schema as an action publishes it. */
export type Schema = Readonly<Record<string, unknown>>;

/** Returns numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Share of values in whose place something else stands. */
const JUNK_SHARE = 0.12;

/** Values that fit almost nowhere. */
const JUNK: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e308,
  -0,
  2 ** 53,
  '',
  ' ',
  'x',
  'NaN',
  '🗺'.repeat(50),
  'x'.repeat(5_000),
  '../../etc/passwd',
  "' or 1=1 --",
  '=1+1',
  'a\u0000b',
  '\ud800',
  [],
  [[]],
  [[[[]]]],
  [null],
  Array.from({ length: 2_000 }, () => ({})),
  {},
  { type: 'Polygon', coordinates: [[]] },
  { type: 'MultiPolygon', coordinates: [[[]]] },
  {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [0, 0],
      ],
    ],
  },
  { dataset: 'ds_none' },
  { dataset: null },
  { lat: 91, lng: 181 },
  JSON.parse('{"__proto__": {"x": 1}}'),
  JSON.parse('{"constructor": 1}'),
];

/**
 * Makes bodies for an input schema: half of them what it asks for, near the place given, with junk here and there, half of
 * them an example with some members replaced.
 */
export class Generator {
  readonly #random: () => number;
  readonly #root: Schema;
  readonly #example: Readonly<Record<string, unknown>>;
  readonly #center: { readonly lat: number; readonly lng: number };

  constructor(
    schema: Schema,
    example: Readonly<Record<string, unknown>>,
    center: { readonly lat: number; readonly lng: number },
    random: () => number,
  ) {
    this.#root = schema;
    this.#example = example;
    this.#center = center;
    this.#random = random;
  }

  body(): unknown {
    if (this.#random() < 0.01) return this.#pick(JUNK);
    return this.#random() < 0.5 ? this.#value(this.#root, '', 0) : this.#changedExample();
  }

  #changedExample(): unknown {
    const members = Object.entries((this.#root.properties ?? {}) as Record<string, Schema>);
    const changed = { ...this.#example };
    for (let changes = Math.floor(this.#random() * 4); changes > 0; changes--) {
      const [name, member] = this.#pick(members);
      if (this.#random() < 0.2) delete changed[name];
      else changed[name] = this.#value(member, name, 1);
    }
    return changed;
  }

  #value(schema: Schema, name: string, depth: number): unknown {
    if (depth > 0 && this.#random() < JUNK_SHARE / depth) return this.#pick(JUNK);
    const { $ref, anyOf, oneOf, enum: choices, type } = schema;
    if (typeof $ref === 'string') return this.#value(this.#resolve($ref), name, depth);
    const forms = (anyOf ?? oneOf) as readonly Schema[] | undefined;
    if (forms !== undefined) return this.#value(this.#pick(forms), name, depth);
    if ('const' in schema) return schema.const;
    if (Array.isArray(choices)) return this.#pick(choices);
    if (name === 'coordinates' && this.#random() < 0.7) return this.#rings();
    if (type === 'object') return this.#object(schema, depth);
    if (type === 'array') return this.#list(schema, name, depth);
    if (type === 'number' || type === 'integer') return this.#number(schema, name);
    if (type === 'string') return this.#text(schema);
    return type === 'boolean' ? this.#random() < 0.5 : this.#pick(JUNK);
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): unknown {
    const members = Object.entries(properties as Record<string, Schema>).flatMap(([name, member]) => {
      const share = (required as readonly string[]).includes(name) ? 0.97 : 0.3;
      return this.#random() < share ? [[name, this.#value(member, name, depth + 1)] as const] : [];
    });
    if (this.#random() < 0.03) members.push([`unknown_${depth}`, this.#pick(JUNK)]);
    return Object.fromEntries(members);
  }

  #list({ items = {}, prefixItems, minItems = 0, maxItems = 10 }: Schema, name: string, depth: number): unknown {
    if (Array.isArray(prefixItems)) return prefixItems.map((item: Schema) => this.#value(item, name, depth + 1));
    const [min, max] = [Number(minItems), Number(maxItems)];
    const length = this.#random() < 0.03 ? Math.min(max + 1, 1_000) : min + Math.floor(this.#random() * 3);
    return Array.from({ length: this.#random() < 0.03 ? min - 1 : length }, () =>
      this.#value(items as Schema, name, depth + 1),
    );
  }

  #number({ minimum = -1e6, maximum = 1e6, type }: Schema, name: string): number {
    if (this.#random() < 0.03) return Number(this.#random() < 0.5 ? minimum : maximum);
    const near = this.#random() < 0.85;
    if (near && name === 'lat') return this.#center.lat + (this.#random() - 0.5) / 20;
    if (near && name === 'lng') return this.#center.lng + (this.#random() - 0.5) / 20;
    const [low, high] = [Number(minimum), Math.min(Number(maximum), Number(minimum) + 1_000)];
    const value = low + this.#random() * (high - low);
    return type === 'integer' ? Math.round(value) : value;
  }

  #text({ minLength = 0, maxLength = 20 }: Schema): string {
    const length =
      Number(minLength) + Math.floor(this.#random() * (Math.min(Number(maxLength), 20) - Number(minLength)));
    return Array.from({ length: Math.max(0, length) }, () => this.#pick([...'abcé日 -.0'])).join('');
  }

  /** A triangle near the center, closed or not, sometimes with a position that is none. */
  #rings(): unknown {
    const { lat, lng } = this.#center;
    const corner = () => [lng + (this.#random() - 0.5) / 50, lat + (this.#random() - 0.5) / 50];
    const ring: unknown[] = [corner(), corner(), corner()];
    if (this.#random() < 0.9) ring.push(ring[0]);
    if (this.#random() < 0.1) ring[1] = this.#pick(JUNK);
    return this.#random() < 0.8 ? [ring] : [[ring]];
  }

  #resolve(reference: string): Schema {
    const path = reference.replace(/^#\//, '').split('/');
    return path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], this.#root) as Schema;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}
