import { Block } from 'apache-arrow/fb/block';
import { Buffer as BufferRange } from 'apache-arrow/fb/buffer';
import { Endianness } from 'apache-arrow/fb/endianness';
import { Field } from 'apache-arrow/fb/field';
import { FieldNode } from 'apache-arrow/fb/field-node';
import { FloatingPoint } from 'apache-arrow/fb/floating-point';
import { Footer } from 'apache-arrow/fb/footer';
import { Int } from 'apache-arrow/fb/int';
import { Message } from 'apache-arrow/fb/message';
import { MessageHeader } from 'apache-arrow/fb/message-header';
import { MetadataVersion } from 'apache-arrow/fb/metadata-version';
import { Precision } from 'apache-arrow/fb/precision';
import { RecordBatch } from 'apache-arrow/fb/record-batch';
import { Schema } from 'apache-arrow/fb/schema';
import { Type } from 'apache-arrow/fb/type';
import { Utf8 } from 'apache-arrow/fb/utf8';
import * as flatbuffers from 'flatbuffers';
import { ALIGNMENT_BYTES, align, HEAD_BYTES, MAGIC } from '../format/arrow.ts';
import type { ColumnType, TableSpec } from '../format/tables.ts';
import type { Table } from '../memory/territory.ts';
import { Utf8Column } from '../memory/text.ts';

const CONTINUATION = 0xffffffff;

/**
 * A table as the pieces of an Arrow IPC file, in order: one record batch, no compression, no validity bitmaps, every
 * buffer at a multiple of 64 bytes from the start of the file. Columns are handed out as they are, not copied. The same
 * table gives the same bytes.
 * Format: Apache Arrow Columnar Format, "IPC File Format", metadata version 5.
 */
export function* arrowFile<S extends TableSpec>(spec: S, table: Table<S>): Generator<Uint8Array> {
  const parts = Object.entries(spec).map(([name]) => buffersOf((table as Record<string, unknown>)[name]));
  const lengths = parts.flat().map((part) => part.byteLength);

  yield concat([text(MAGIC), new Uint8Array(HEAD_BYTES - MAGIC.length)]);
  const schema = message(MessageHeader.Schema, (builder) => addSchema(builder, spec), 0, HEAD_BYTES, 8);
  yield schema;
  const batchStart = HEAD_BYTES + schema.byteLength;
  const ranges = rangesOf(lengths);
  const batch = message(
    MessageHeader.RecordBatch,
    (builder) => addRecordBatch(builder, table.rows, parts.length, ranges),
    ranges.end,
    batchStart,
    ALIGNMENT_BYTES,
  );
  yield batch;
  for (const part of parts.flat()) {
    if (part.byteLength > 0) yield part;
    const padding = align(part.byteLength) - part.byteLength;
    if (padding > 0) yield new Uint8Array(padding);
  }
  yield words(CONTINUATION, 0);
  const footer = footerBytes(spec, batchStart, batch.byteLength, ranges.end);
  yield footer;
  yield concat([words(footer.byteLength), text(MAGIC)]);
}

/** Buffers of a column: no validity, then offsets and bytes of text, or the numbers. */
function buffersOf(column: unknown): Uint8Array[] {
  const none = new Uint8Array(0);
  const bytes = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  if (column instanceof Utf8Column) return [none, bytes(column.offsets), bytes(column.bytes)];
  return [none, bytes(column as ArrayBufferView)];
}

interface Ranges {
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
  /** Bytes of the whole body. */
  readonly end: number;
}

function rangesOf(lengths: readonly number[]): Ranges {
  const starts: number[] = [];
  let end = 0;
  for (const length of lengths) {
    starts.push(end);
    end += align(length);
  }
  return { starts, lengths, end };
}

/** Returns an encapsulated message that ends at a multiple of `alignment` from the start of the file. */
function message(
  type: MessageHeader,
  addHeader: (builder: flatbuffers.Builder) => flatbuffers.Offset,
  bodyBytes: number,
  startByte: number,
  alignment: number,
): Uint8Array {
  const builder = new flatbuffers.Builder(1024);
  const header = addHeader(builder);
  builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, header, BigInt(bodyBytes), 0));
  const metadata = builder.asUint8Array();
  const unpadded = startByte + 8 + metadata.byteLength;
  const padding = Math.ceil(unpadded / alignment) * alignment - unpadded;
  return concat([words(CONTINUATION, metadata.byteLength + padding), metadata, new Uint8Array(padding)]);
}

function addSchema(builder: flatbuffers.Builder, spec: TableSpec): flatbuffers.Offset {
  const fields = Object.entries(spec).map(([name, type]) => addField(builder, name, type));
  const vector = Schema.createFieldsVector(builder, fields);
  Schema.startSchema(builder);
  Schema.addEndianness(builder, Endianness.Little);
  Schema.addFields(builder, vector);
  return Schema.endSchema(builder);
}

function addField(builder: flatbuffers.Builder, name: string, type: ColumnType): flatbuffers.Offset {
  const nameOffset = builder.createString(name);
  const children = Field.createChildrenVector(builder, []);
  const [fieldType, typeOffset] = addType(builder, type);
  Field.startField(builder);
  Field.addName(builder, nameOffset);
  Field.addNullable(builder, false);
  Field.addTypeType(builder, fieldType);
  Field.addType(builder, typeOffset);
  Field.addChildren(builder, children);
  return Field.endField(builder);
}

function addType(builder: flatbuffers.Builder, type: ColumnType): [Type, flatbuffers.Offset] {
  switch (type) {
    case 'text':
      return [Type.Utf8, Utf8.createUtf8(builder)];
    case 'float32':
      return [Type.FloatingPoint, FloatingPoint.createFloatingPoint(builder, Precision.SINGLE)];
    case 'float64':
      return [Type.FloatingPoint, FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE)];
    default: {
      const bits = Number(type.replace(/^u?int/, ''));
      return [Type.Int, Int.createInt(builder, bits, !type.startsWith('u'))];
    }
  }
}

function addRecordBatch(
  builder: flatbuffers.Builder,
  rows: number,
  columns: number,
  { starts, lengths }: Ranges,
): flatbuffers.Offset {
  // Vectors of structs are written from the last to the first.
  RecordBatch.startNodesVector(builder, columns);
  for (let i = 0; i < columns; i++) FieldNode.createFieldNode(builder, BigInt(rows), 0n);
  const nodes = builder.endVector();
  RecordBatch.startBuffersVector(builder, starts.length);
  for (let i = starts.length - 1; i >= 0; i--) {
    BufferRange.createBuffer(builder, BigInt(starts[i]!), BigInt(lengths[i]!));
  }
  const buffers = builder.endVector();
  RecordBatch.startRecordBatch(builder);
  RecordBatch.addLength(builder, BigInt(rows));
  RecordBatch.addNodes(builder, nodes);
  RecordBatch.addBuffers(builder, buffers);
  return RecordBatch.endRecordBatch(builder);
}

function footerBytes(spec: TableSpec, batchStart: number, metadataBytes: number, bodyBytes: number): Uint8Array {
  const builder = new flatbuffers.Builder(1024);
  const schema = addSchema(builder, spec);
  Footer.startDictionariesVector(builder, 0);
  const dictionaries = builder.endVector();
  Footer.startRecordBatchesVector(builder, 1);
  Block.createBlock(builder, BigInt(batchStart), metadataBytes, BigInt(bodyBytes));
  const batches = builder.endVector();
  Footer.startFooter(builder);
  Footer.addVersion(builder, MetadataVersion.V5);
  Footer.addSchema(builder, schema);
  Footer.addDictionaries(builder, dictionaries);
  Footer.addRecordBatches(builder, batches);
  builder.finish(Footer.endFooter(builder));
  return builder.asUint8Array();
}

const text = (ascii: string): Uint8Array => Buffer.from(ascii, 'latin1');

function words(...values: number[]): Uint8Array {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => {
    bytes.writeUInt32LE(value, 4 * i);
  });
  return bytes;
}

const concat = (parts: Uint8Array[]): Uint8Array => Buffer.concat(parts);
