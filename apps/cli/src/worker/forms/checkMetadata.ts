/**
 * Holds the metadata of a message against their own length before anything decodes them: a flatbuffer names the lengths of its lists, and a
 * decoder makes lists of two thousand million entries where a bit was turned. Layouts: Message.fbs and Schema.fbs of Apache Arrow.
 */

/** Positions of members in their tables. */
const MESSAGE = { headerType: 1, header: 2, customMetadata: 4 };
const SCHEMA = { fields: 1, customMetadata: 2, features: 3 };
const FIELD = { name: 0, typeKind: 2, type: 3, children: 5, customMetadata: 6 };
const UNION = { kind: 14, typeIds: 1 };
const BATCH = { nodes: 1, buffers: 2, variadic: 4 };
const DICTIONARY = { data: 1 };
const [SCHEMA_HEADER, DICTIONARY_HEADER, BATCH_HEADER] = [1, 2, 3];
const [STRUCT_BYTES, LONG_BYTES, OFFSET_BYTES] = [16, 8, 4];

/** Throws RangeError where a list or a text goes beyond the metadata, or where tables stand in each other so often that all of them take more. */
export function checkMetadata(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Each entry takes a byte at least; tables that several lists name are read as often.
  let left = 4 * bytes.length;
  const spend = (count: number) => {
    left -= count;
    if (left < 0) throw new RangeError('more is named than there is');
  };
  const target = (at: number) => at + view.getUint32(at, true);
  /** Where a member of a table stands; 0 where it has none. */
  function member(table: number, index: number): number {
    const layout = table - view.getInt32(table, true);
    const entry = 4 + 2 * index;
    if (entry + 2 > view.getUint16(layout, true)) return 0;
    const offset = view.getUint16(layout + entry, true);
    return offset === 0 ? 0 : table + offset;
  }
  /** Visits the entries of a list, or of a text. */
  function list(table: number, index: number, entryBytes: number, visit: (at: number) => void = () => {}): void {
    const at = member(table, index);
    if (at === 0) return;
    const start = target(at);
    const count = view.getUint32(start, true);
    if (start + 4 + count * entryBytes > bytes.length) throw new RangeError('a list goes beyond its message');
    spend(count * entryBytes + 1);
    if (entryBytes !== OFFSET_BYTES) return;
    for (let i = 0; i < count; i++) visit(target(start + 4 + OFFSET_BYTES * i));
  }
  const texts = (table: number, index: number) =>
    list(table, index, OFFSET_BYTES, (pair) => {
      list(pair, 0, 1);
      list(pair, 1, 1);
    });
  function field(table: number): void {
    list(table, FIELD.name, 1);
    const [kind, type] = [member(table, FIELD.typeKind), member(table, FIELD.type)];
    if (kind !== 0 && type !== 0 && view.getUint8(kind) === UNION.kind) list(target(type), UNION.typeIds, 1);
    texts(table, FIELD.customMetadata);
    list(table, FIELD.children, OFFSET_BYTES, field);
  }
  function batch(table: number): void {
    list(table, BATCH.nodes, STRUCT_BYTES);
    list(table, BATCH.buffers, STRUCT_BYTES);
    list(table, BATCH.variadic, LONG_BYTES);
  }
  const message = target(0);
  texts(message, MESSAGE.customMetadata);
  const [type, header] = [member(message, MESSAGE.headerType), member(message, MESSAGE.header)];
  if (type === 0 || header === 0) throw new RangeError('a message has no header');
  const kind = view.getUint8(type);
  const table = target(header);
  if (kind === SCHEMA_HEADER) {
    list(table, SCHEMA.fields, OFFSET_BYTES, field);
    texts(table, SCHEMA.customMetadata);
    list(table, SCHEMA.features, LONG_BYTES);
  } else if (kind === BATCH_HEADER) batch(table);
  else if (kind === DICTIONARY_HEADER) {
    const data = member(table, DICTIONARY.data);
    if (data !== 0) batch(target(data));
  }
}
