/**
 * Reads the protocol-buffer wire format from a buffer: just what OSM PBF files use. Numbers are JavaScript numbers;
 * ids and coordinates of OpenStreetMap stay far below 2^53, where they are exact.
 * https://protobuf.dev/programming-guides/encoding/
 */
export class ProtobufReader {
  readonly bytes: Uint8Array;
  position: number;
  end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  /** Number and wire type of the next field as `field × 8 + type`, 0 at the end of the message. */
  tag(): number {
    return this.position < this.end ? this.uint() : 0;
  }

  /** An unsigned varint, up to 64 bits. */
  uint(): number {
    const { bytes } = this;
    let byte = bytes[this.position++]!;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    byte = bytes[this.position++]!;
    value |= (byte & 0x7f) << 7;
    if (byte < 0x80) return value;
    byte = bytes[this.position++]!;
    value |= (byte & 0x7f) << 14;
    if (byte < 0x80) return value;
    byte = bytes[this.position++]!;
    value |= (byte & 0x7f) << 21;
    if (byte < 0x80) return value;
    // From here 32-bit operations overflow: the rest is added with multiplication.
    let factor = 2 ** 28;
    for (let i = 0; i < 6; i++) {
      byte = bytes[this.position++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 128;
    }
    throw new ProtobufError('a number has more than ten bytes', this.position);
  }

  /** A varint of type int64: negative numbers are written as their two's complement in ten bytes. */
  int(): number {
    const start = this.position;
    const value = this.uint();
    if (this.position - start < 10) return value;
    let bits = 0n;
    for (let i = 0; i < 10; i++) bits |= BigInt(this.bytes[start + i]! & 0x7f) << BigInt(7 * i);
    return Number(BigInt.asIntN(64, bits));
  }

  /** A varint of type sint64 (zigzag). */
  sint(): number {
    const value = this.uint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  /** Position after a length-delimited field whose length is read here; throws when it would leave the message. */
  limit(): number {
    const length = this.uint();
    const limit = this.position + length;
    if (!(limit <= this.end)) {
      throw new ProtobufError(`a field of ${length} bytes reaches beyond the end of its message`, this.position);
    }
    return limit;
  }

  /** The bytes of a length-delimited field, not copied. */
  slice(): Uint8Array {
    const limit = this.limit();
    const slice = this.bytes.subarray(this.position, limit);
    this.position = limit;
    return slice;
  }

  text(): string {
    return new TextDecoder().decode(this.slice());
  }

  /** Reader over a message that is a field of this one. */
  message(): ProtobufReader {
    const limit = this.limit();
    const inner = new ProtobufReader(this.bytes, this.position, limit);
    this.position = limit;
    return inner;
  }

  /** Skips a field that the caller does not read. */
  skip(tag: number): void {
    const type = tag & 7;
    if (type === 0) this.uint();
    else if (type === 1) this.position += 8;
    else if (type === 2) this.position = this.limit();
    else if (type === 5) this.position += 4;
    else throw new ProtobufError(`wire type ${type} does not exist`, this.position);
    if (this.position > this.end) throw new ProtobufError('a field reaches beyond the end of its message', this.end);
  }

  /** Values of a packed field of unsigned varints. */
  packedUint(): number[] {
    const values: number[] = [];
    for (const limit = this.limit(); this.position < limit; ) values.push(this.uint());
    return values;
  }

  /** Values of a packed field of differences (sint64), added up. */
  packedDeltas(): number[] {
    const values: number[] = [];
    let value = 0;
    for (const limit = this.limit(); this.position < limit; ) {
      value += this.sint();
      values.push(value);
    }
    return values;
  }
}

/** The bytes are no protocol-buffer message; `position` counts from the start of the buffer. */
export class ProtobufError extends Error {
  readonly position: number;
  constructor(message: string, position: number) {
    super(message);
    this.name = 'ProtobufError';
    this.position = position;
  }
}
