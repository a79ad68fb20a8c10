import { deflateSync } from 'node:zlib';

// A writer of the format, as simple as can be: every value as the format's description says, nothing clever.

interface TestObject {
  readonly id: number;
  readonly tags?: Readonly<Record<string, string>>;
  readonly version?: number;
  readonly timestamp?: number;
  readonly visible?: boolean;
}
type TestNode = TestObject & { readonly lat: number; readonly lng: number };
export type TestWay = TestObject & {
  readonly nodes: readonly number[];
  readonly positions?: readonly (readonly [lat: number, lng: number])[];
};
export type TestRelation = TestObject & {
  readonly members: readonly (readonly [kind: number, id: number, role: string])[];
};

interface TestBlock {
  readonly dense?: readonly TestNode[];
  readonly nodes?: readonly TestNode[];
  readonly ways?: readonly TestWay[];
  readonly relations?: readonly TestRelation[];
  readonly granularity?: number;
  readonly latOffset?: number;
  readonly lngOffset?: number;
}

/** Bytes of a file with these blocks, then `more` blobs. */
export function pbfBytes(
  blocks: readonly Uint8Array[],
  more: readonly (readonly number[])[] = [],
  requiredFeatures: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes'],
): Uint8Array {
  const header = requiredFeatures.flatMap((feature) => bytesField(4, utf8(feature)));
  const zlib = (bytes: Uint8Array) => [...uintField(2, bytes.length), ...bytesField(3, deflateSync(bytes))];
  const blobs = [
    blob('OSMHeader', raw(Uint8Array.from(header))),
    ...blocks.map((b) => blob('OSMData', zlib(b))),
    ...more,
  ];
  return Uint8Array.from(blobs.flat());
}

/** A blob with its header. */
export function blob(type: string, body: readonly number[]): number[] {
  const header = [...bytesField(1, utf8(type)), ...uintField(3, body.length)];
  return [0, 0, header.length >> 8, header.length & 255, ...header, ...body];
}

export const raw = (bytes: Uint8Array): number[] => bytesField(1, bytes);

/** Bytes of a block of objects. */
export function block(content: TestBlock): Uint8Array {
  const { granularity = 100, latOffset = 0, lngOffset = 0 } = content;
  const texts = [''];
  const text = (value: string) => {
    if (!texts.includes(value)) texts.push(value);
    return texts.indexOf(value);
  };
  const tagPairs = (tags: Readonly<Record<string, string>> = {}) =>
    Object.entries(tags).map(([key, value]) => [text(key), text(value)] as const);
  const keysAndValues = (tags?: Readonly<Record<string, string>>) => [
    ...packed(
      2,
      tagPairs(tags).map(([key]) => uint(key)),
    ),
    ...packed(
      3,
      tagPairs(tags).map(([, value]) => uint(value)),
    ),
  ];
  const lat = (degrees: number) => Math.round((degrees * 1e9 - latOffset) / granularity);
  const lng = (degrees: number) => Math.round((degrees * 1e9 - lngOffset) / granularity);
  const info = ({ version, timestamp, visible }: TestObject) =>
    version === undefined
      ? []
      : bytesField(4, [...uintField(1, version), ...uintField(2, timestamp!), ...uintField(6, visible ? 1 : 0)]);

  const groups: number[][] = [];
  const { dense = [], nodes = [], ways = [], relations = [] } = content;
  if (dense.length > 0) {
    const denseInfo =
      dense[0]!.version === undefined
        ? []
        : bytesField(5, [
            ...packed(
              1,
              dense.map((node) => uint(node.version!)),
            ),
            ...packed(2, deltas(dense.map((node) => node.timestamp!))),
            ...packed(
              6,
              dense.map((node) => uint(node.visible ? 1 : 0)),
            ),
          ]);
    const keysVals = dense.flatMap((node) => [...tagPairs(node.tags).flat().map(uint), uint(0)]);
    groups.push(
      bytesField(2, [
        ...packed(1, deltas(dense.map((node) => node.id))),
        ...denseInfo,
        ...packed(8, deltas(dense.map((node) => lat(node.lat)))),
        ...packed(9, deltas(dense.map((node) => lng(node.lng)))),
        ...(dense.some((node) => node.tags) ? packed(10, keysVals) : []),
      ]),
    );
  }
  for (const node of nodes) {
    const body = [...field(1, sint(node.id)), ...keysAndValues(node.tags), ...info(node)];
    groups.push(bytesField(1, [...body, ...field(8, sint(lat(node.lat))), ...field(9, sint(lng(node.lng)))]));
  }
  for (const way of ways) {
    const positions = way.positions ?? [];
    groups.push(
      bytesField(3, [
        ...field(1, int64(way.id)),
        ...keysAndValues(way.tags),
        ...info(way),
        ...packed(8, deltas(way.nodes)),
        ...packed(9, deltas(positions.map(([degrees]) => lat(degrees)))),
        ...packed(10, deltas(positions.map(([, degrees]) => lng(degrees)))),
      ]),
    );
  }
  for (const relation of relations) {
    groups.push(
      bytesField(4, [
        ...field(1, int64(relation.id)),
        ...keysAndValues(relation.tags),
        ...info(relation),
        ...packed(
          8,
          relation.members.map(([, , role]) => uint(text(role))),
        ),
        ...packed(9, deltas(relation.members.map(([, id]) => id))),
        ...packed(
          10,
          relation.members.map(([kind]) => uint(kind)),
        ),
      ]),
    );
  }
  return Uint8Array.from([
    ...bytesField(
      1,
      texts.flatMap((value) => bytesField(1, utf8(value))),
    ),
    ...groups.flatMap((group) => bytesField(2, group)),
    ...uintField(17, granularity),
    ...field(19, int64(latOffset)),
    ...field(20, int64(lngOffset)),
  ]);
}

export const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}
const uint = (value: number): number[] => varint(BigInt(value));
const int64 = (value: number): number[] => varint(BigInt(value));
const sint = (value: number): number[] => varint((BigInt(value) << 1n) ^ (BigInt(value) >> 63n));
const deltas = (values: readonly number[]): number[][] => values.map((value, i) => sint(value - (values[i - 1] ?? 0)));
const field = (number: number, value: number[]): number[] => [...uint(number * 8), ...value];
export const uintField = (number: number, value: number): number[] => field(number, uint(value));
export function bytesField(number: number, bytes: ArrayLike<number>): number[] {
  return [...uint(number * 8 + 2), ...uint(bytes.length), ...Array.from(bytes)];
}
const packed = (number: number, values: number[][]): number[] => bytesField(number, values.flat());
