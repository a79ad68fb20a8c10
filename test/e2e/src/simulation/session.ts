import { messages, PGlite, parse, protocol, types } from '@electric-sql/pglite';

const { serialize } = protocol;
const { BYTEA, DATE } = types;

/** A statement that the session knows. */
interface Prepared {
  readonly name: string;
  readonly parameterTypes: readonly number[];
  readonly columns: messages.BackendMessage | undefined;
}

/** A session of the embedded database in memory: it prepares each text once, and its clock shows what it is told. */
export class Session {
  readonly #pglite: PGlite;
  readonly #prepared = new Map<string, Prepared>();

  private constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  static async open(): Promise<Session> {
    const bytes = (text: string) => Buffer.from(text.slice(2), 'hex');
    return new Session(await PGlite.create({ parsers: { [DATE]: (text) => text, [BYTEA]: bytes } }));
  }

  /** Executes statements that have no parameters. Returns the rows of the last one. */
  async run(text: string): Promise<unknown[]> {
    return (await this.#pglite.exec(text)).at(-1)?.rows ?? [];
  }

  /** Executes a statement at an instant, the present where none is given, and returns its rows. */
  ask(text: string, values: readonly unknown[], instant?: Date): unknown[] {
    const prepared = this.#prepared.get(text) ?? this.#prepare(text);
    const texts = values.map((value, i) => this.#textOf(value, prepared.parameterTypes[i] as number));
    const bound = serialize.bind({ statement: prepared.name, values: texts });
    const answer = at(instant, () => this.#tell(bound, serialize.execute({}), serialize.sync()));
    const { columns } = prepared;
    return (
      parse.parseResults(columns === undefined ? answer : [columns, ...answer], this.#pglite.parsers)[0]?.rows ?? []
    );
  }

  close(): Promise<void> {
    return this.#pglite.close();
  }

  #prepare(text: string): Prepared {
    const name = `s${this.#prepared.size}`;
    const described = serialize.describe({ type: 'S', name });
    const answer = this.#tell(serialize.parse({ name, text }), described, serialize.sync());
    const prepared = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(answer),
      columns: answer.find((message) => message.name === 'rowDescription'),
    };
    this.#prepared.set(text, prepared);
    return prepared;
  }

  #textOf(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = this.#pglite.serializers[type];
    return serializer === undefined ? String(value) : serializer(value);
  }

  #tell(...asked: Uint8Array[]): messages.BackendMessage[] {
    const answer = this.#pglite.execProtocolRawSync(Buffer.concat(asked));
    const said: messages.BackendMessage[] = [];
    new protocol.Parser().parse(answer, (message) => said.push(message));
    const error = said.find((message) => message instanceof messages.DatabaseError);
    if (error !== undefined) throw error;
    return said;
  }
}

/** The database asks JavaScript for the time. */
function at<T>(instant: Date | undefined, work: () => T): T {
  if (instant === undefined) return work();
  const { now } = Date;
  Date.now = () => instant.getTime();
  try {
    return work();
  } finally {
    Date.now = now;
  }
}
