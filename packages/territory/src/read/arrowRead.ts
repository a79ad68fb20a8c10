import { Field } from 'apache-arrow/fb/field';
import { FloatingPoint } from 'apache-arrow/fb/floating-point';
import { Footer } from 'apache-arrow/fb/footer';
import { Int } from 'apache-arrow/fb/int';
import { Message } from 'apache-arrow/fb/message';
import { MessageHeader } from 'apache-arrow/fb/message-header';
import { MetadataVersion } from 'apache-arrow/fb/metadata-version';
import { Precision } from 'apache-arrow/fb/precision';
import { RecordBatch } from 'apache-arrow/fb/record-batch';
import { Type } from 'apache-arrow/fb/type';
import { ByteBuffer } from 'flatbuffers';
import { HEAD_BYTES, MAGIC, TAIL_BYTES } from '../format/arrow.ts';
import { BundleError } from '../format/errors.ts';
import type { ColumnType } from '../format/tables.ts';
import { NUMBER_ARRAYS } from '../memory/columns.ts';
import { bytesPerValue, type ColumnLayout, type TableLayout } from '../memory/layout.ts';
import type { ByteRange } from '../memory/lazyColumns.ts';

/** More columns than any table has; a damaged count must not make the reader run for long. */
const MOST_COLUMNS = 10_000;
const REMEDY = 'Copy the file again from where it came from, or build the territory again.';

/**
 * Finds the columns of an Arrow IPC file in shared memory without reading a row. Accepts the files that this package
 * writes: one uncompressed record batch of flat columns without nulls. Everything else, and any file that is damaged or
 * cut short as far as its structure shows it, is refused with a BundleError naming `place`. `need` is called before
 * bytes of the buffer are read.
 */
export function readArrowLayout(
  buffer: SharedArrayBuffer,
  place: string,
  need: (range: ByteRange) => void = () => {},
): TableLayout {
  try {
    return readLayout(buffer, place, need);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    throw new BundleError(place, 'its description of columns is damaged.', REMEDY, error);
  }
}

function readLayout(buffer: SharedArrayBuffer, place: string, need: Need): TableLayout {
  const refuse: Refuse = (problem) => {
    throw new BundleError(place, problem, REMEDY);
  };
  const footer = readFooter(buffer, need, refuse);
  const fields = readFields(footer, refuse);
  const { batch, bodyStart, bodyBytes } = readBatch(footer, buffer, need, refuse);
  const rows = Number(batch.length());
  if (rows < 0 || rows > 0xffffffff) refuse(`it claims ${rows} rows.`);
  if (batch.nodesLength() !== fields.length) refuse('its columns do not match its description.');

  let next = 0;
  const nextBuffer = (name: string): [number, number] => {
    const range = next < batch.buffersLength() ? batch.buffers(next++) : null;
    if (range === null) return refuse(`column "${name}" has no data.`);
    const [start, bytes] = [Number(range.offset()), Number(range.length())];
    if (start < 0 || bytes < 0 || start + bytes > bodyBytes)
      refuse(`column "${name}" reaches past the end of the file.`);
    return [bodyStart + start, bytes];
  };
  const columns = fields.map(({ name, type }, i): ColumnLayout => {
    const node = batch.nodes(i)!;
    if (Number(node.length()) !== rows) refuse(`column "${name}" has ${node.length()} rows, the table ${rows}.`);
    if (Number(node.nullCount()) !== 0) refuse(`column "${name}" holds nulls.`);
    nextBuffer(name);
    const [startByte, bytes] = nextBuffer(name);
    const needed = (type === 'text' ? rows + 1 : rows) * bytesPerValue(type);
    if (bytes < needed) refuse(`column "${name}" has ${bytes} bytes where ${rows} rows need ${needed}.`);
    if (startByte % bytesPerValue(type) !== 0) refuse(`column "${name}" is not aligned in the file.`);
    if (type !== 'text') return { name, type, startByte, textStartByte: 0, textBytes: 0 };
    const [textStartByte, textBytes] = nextBuffer(name);
    need([startByte, 4]);
    need([startByte + 4 * rows, 4]);
    const ends = new Int32Array(buffer, startByte, rows + 1);
    if (ends[0] !== 0 || ends[rows]! > textBytes || ends[rows]! < 0)
      refuse(`column "${name}" has texts outside its data.`);
    return { name, type, startByte, textStartByte, textBytes: ends[rows]! };
  });
  return { buffer, rows, columns };
}

type Refuse = (problem: string) => never;
type Need = (range: ByteRange) => void;

/** Metadata is copied out of shared memory: it is small, and decoders of text do not take shared memory everywhere. */
function copyOf(buffer: SharedArrayBuffer, start: number, bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Uint8Array(buffer, start, bytes));
}

function readFooter(buffer: SharedArrayBuffer, need: Need, refuse: Refuse): Footer {
  if (buffer.byteLength < HEAD_BYTES + TAIL_BYTES) refuse('it is too short to be an Arrow file.');
  need([0, HEAD_BYTES]);
  need([buffer.byteLength - TAIL_BYTES, TAIL_BYTES]);
  const magicAt = (start: number) => String.fromCharCode(...copyOf(buffer, start, MAGIC.length)) === MAGIC;
  if (!magicAt(0)) refuse('it is not an Arrow IPC file.');
  if (!magicAt(buffer.byteLength - MAGIC.length)) refuse('its end is missing: it was cut short.');
  const footerBytes = new DataView(buffer).getInt32(buffer.byteLength - TAIL_BYTES, true);
  const footerStart = buffer.byteLength - TAIL_BYTES - footerBytes;
  if (footerBytes <= 0 || footerStart < HEAD_BYTES) refuse('its footer is damaged.');
  need([footerStart, footerBytes]);
  const footer = Footer.getRootAsFooter(new ByteBuffer(copyOf(buffer, footerStart, footerBytes)));
  if (footer.version() !== MetadataVersion.V5) refuse('it is of another version of the Arrow format.');
  if (footer.dictionariesLength() !== 0) refuse('it holds dictionaries.');
  if (footer.recordBatchesLength() !== 1)
    refuse(`it holds ${footer.recordBatchesLength()} record batches where one is expected.`);
  return footer;
}

function readFields(footer: Footer, refuse: Refuse): { name: string; type: ColumnType }[] {
  const schema = footer.schema() ?? refuse('it does not describe its columns.');
  if (schema.endianness() !== 0) refuse('its numbers are big-endian.');
  const count = schema.fieldsLength();
  if (count > MOST_COLUMNS) refuse(`it claims ${count} columns.`);
  return Array.from({ length: count }, (_, i) => {
    const field = schema.fields(i, new Field())!;
    const name = field.name() ?? '';
    const type = columnType(field) ?? refuse(`column "${name}" is of a type that bundles do not use.`);
    return { name, type };
  });
}

function columnType(field: Field): ColumnType | null {
  if (field.dictionary() !== null) return null;
  switch (field.typeType()) {
    case Type.Utf8:
      return 'text';
    case Type.FloatingPoint: {
      const precision = (field.type(new FloatingPoint()) as FloatingPoint).precision();
      return precision === Precision.SINGLE ? 'float32' : precision === Precision.DOUBLE ? 'float64' : null;
    }
    case Type.Int: {
      const int = field.type(new Int()) as Int;
      const name = `${int.isSigned() ? 'int' : 'uint'}${int.bitWidth()}`;
      return Object.hasOwn(NUMBER_ARRAYS, name) ? (name as ColumnType) : null;
    }
    default:
      return null;
  }
}

function readBatch(footer: Footer, buffer: SharedArrayBuffer, need: Need, refuse: Refuse) {
  const block = footer.recordBatches(0)!;
  const start = Number(block.offset());
  const bodyStart = start + block.metaDataLength();
  const bodyBytes = Number(block.bodyLength());
  // Eight bytes stand before the metadata: a marker and its length.
  const inside = start >= HEAD_BYTES && bodyStart >= start + 8 && bodyBytes >= 0;
  if (!inside || bodyStart + bodyBytes > buffer.byteLength - TAIL_BYTES) refuse('its data reach past its end.');
  need([start + 8, bodyStart - start - 8]);
  const metadata = Message.getRootAsMessage(new ByteBuffer(copyOf(buffer, start + 8, bodyStart - start - 8)));
  if (metadata.headerType() !== MessageHeader.RecordBatch) refuse('it holds no record batch where it says so.');
  const batch = metadata.header(new RecordBatch()) as RecordBatch;
  if (batch.compression() !== null) refuse('it is compressed; bundles are not.');
  return { batch, bodyStart, bodyBytes };
}
