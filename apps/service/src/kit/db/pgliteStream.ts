import { Duplex } from 'node:stream';

/** Takes complete frontend messages of the PostgreSQL protocol, answers with what the backend says to them. */
export type Backend = (messages: Uint8Array) => Promise<Uint8Array>;

const CODE = {
  query: 81, // Q
  sync: 83, // S
  flush: 72, // H
  copyDone: 99, // c
  copyFail: 102, // f
  terminate: 88, // X
} as const;

/** Messages after which a client waits for an answer; everything before them is collected and sent with them. */
const ENDS_BATCH: ReadonlySet<number> = new Set([CODE.sync, CODE.flush, CODE.query, CODE.copyDone, CODE.copyFail]);

/**
 * The socket of `pg`, over the embedded database. There is one session for all connections: a new
 * connection begins by rolling back and discarding what a broken one may have left.
 */
export class PgliteStream extends Duplex {
  readonly #backend: Backend;
  readonly #hasSpace: () => Promise<boolean>;
  /** Called where an answer has no end: the backend has broken down. */
  readonly #brokenOff: () => Error;
  /** Whether a transaction is open: it may always end. */
  #inTransaction = false;
  #received: Buffer = Buffer.alloc(0);
  #batch: Buffer[] = [];
  #started = false;

  /** Outside a transaction nothing is asked of a backend without space: the answer is the error disk_full. */
  constructor(backend: Backend, hasSpace: () => Promise<boolean>, brokenOff: () => Error) {
    super({ allowHalfOpen: false });
    this.#backend = backend;
    this.#hasSpace = hasSpace;
    this.#brokenOff = brokenOff;
  }

  /** The part of net.Socket that `pg` calls. */
  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    this.#pump().then(() => done(), done);
  }

  async #pump(): Promise<void> {
    for (;;) {
      const typed = this.#started ? 1 : 0; // the startup packet alone has no type byte
      if (this.#received.length < 4 + typed) return;
      const length = this.#received.readInt32BE(typed) + typed;
      if (this.#received.length < length) return;
      const message = this.#received.subarray(0, length);
      this.#received = this.#received.subarray(length);
      if (!this.#started) {
        this.#started = true;
        await this.#backend(query('rollback'));
        await this.#backend(query('discard all'));
        this.push(GREETING);
        continue;
      }
      const code = message[0] as number;
      if (code === CODE.terminate) {
        this.push(null);
        return;
      }
      this.#batch.push(message);
      if (ENDS_BATCH.has(code)) {
        const batch = Buffer.concat(this.#batch);
        this.#batch = [];
        if (!this.#inTransaction && !(await this.#hasSpace())) {
          this.push(DISK_FULL);
          continue;
        }
        const answer = Buffer.from(await this.#backend(batch));
        // ReadyForQuery is the last message: its last byte is I outside a transaction.
        if (answer.at(-6) === READY_FOR_QUERY) this.#inTransaction = answer.at(-1) !== IDLE;
        else if (code === CODE.sync || code === CODE.query) throw this.#brokenOff();
        this.push(answer);
      }
    }
  }
}

function query(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(5);
  head[0] = CODE.query;
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function parameterStatus(name: string, value: string): Buffer {
  const body = Buffer.from(`${name}\0${value}\0`);
  const head = Buffer.alloc(5);
  head[0] = 83;
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY_FOR_QUERY = 90; // Z
const IDLE = 73; // I

/** ErrorResponse with the fields severity, code and message, then ReadyForQuery (idle). */
const DISK_FULL = (() => {
  const fields = Buffer.from('SERROR\0VERROR\0C53100\0Mthe disk of the embedded database is almost full\0\0');
  const head = Buffer.alloc(5);
  head[0] = 69;
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields, Buffer.from([READY_FOR_QUERY, 0, 0, 0, 5, IDLE])]);
})();

/** AuthenticationOk, the parameters that `pg` reads, BackendKeyData, ReadyForQuery (idle). */
const GREETING = Buffer.concat([
  Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0]),
  parameterStatus('server_version', '18.6'),
  parameterStatus('client_encoding', 'UTF8'),
  parameterStatus('standard_conforming_strings', 'on'),
  parameterStatus('integer_datetimes', 'on'),
  parameterStatus('DateStyle', 'ISO, MDY'),
  Buffer.from([75, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]),
  Buffer.from([90, 0, 0, 0, 5, 73]),
]);
