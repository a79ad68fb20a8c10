import type { ReportQuery } from './analyses.ts';
import type { Schemas } from './interface.ts';
import type { Transport } from './transport.ts';

const PATH = '/api/v1/subjects';
const PROJECTS = '/api/v1/projects';

/** Saved places, sets of places, networks and areas. Actions take them by id: `origins: { subject: id }`. */
export class Subjects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Those that changed last first. */
  async list(
    query: {
      readonly kind?: Schemas['Subject']['kind'];
      readonly territory?: string;
      readonly text?: string;
      readonly offset?: number;
      readonly limit?: number;
      readonly language?: string;
    } = {},
  ): Promise<Schemas['SubjectList']> {
    return (await this.#transport.call<Schemas['SubjectList']>({ method: 'GET', path: PATH, query })).body;
  }

  create(subject: Schemas['NewSubject']): Promise<Schemas['Subject']> {
    return sent(this.#transport, 'POST', PATH, subject);
  }

  get(id: string): Promise<Schemas['Subject']> {
    return sent(this.#transport, 'GET', `${PATH}/${id}`);
  }

  /** Answers that were given stay as they are. */
  replace(id: string, subject: Schemas['NewSubject']): Promise<Schemas['Subject']> {
    return sent(this.#transport, 'PUT', `${PATH}/${id}`, subject);
  }

  /** Answers about it and its dataset stay. */
  delete(id: string): Promise<Schemas['DeletedSubject']> {
    return sent(this.#transport, 'DELETE', `${PATH}/${id}`);
  }

  /** All of them as a table with a row per place, the bytes of a CSV file. */
  async csv(): Promise<Uint8Array> {
    return (await this.#transport.call<Uint8Array>({ method: 'GET', path: `${PATH}/csv`, isFile: true })).body;
  }
}

/** Decisions: what they are about, and the analyses that answer their questions, in order. */
export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(): Promise<Schemas['ProjectList']> {
    return sent(this.#transport, 'GET', PROJECTS);
  }

  create(project: Schemas['NewProject']): Promise<Schemas['Project']> {
    return sent(this.#transport, 'POST', PROJECTS, project);
  }

  get(id: string): Promise<Schemas['Project']> {
    return sent(this.#transport, 'GET', `${PROJECTS}/${id}`);
  }

  /** Lists that are left out stay as they are. */
  change(id: string, project: Schemas['NewProject']): Promise<Schemas['Project']> {
    return sent(this.#transport, 'PUT', `${PROJECTS}/${id}`, project);
  }

  /** Adds an analysis by its code, behind the others. */
  add(id: string, code: string): Promise<Schemas['Project']> {
    return sent(this.#transport, 'POST', `${PROJECTS}/${id}/answers`, { code });
  }

  /** The whole decision as a report to print: an HTML document or a PDF. */
  async report(id: string, query: Omit<ReportQuery, 'version'> = {}): Promise<Uint8Array> {
    const call = { method: 'GET', path: `${PROJECTS}/${id}/report`, query, isFile: true } as const;
    return (await this.#transport.call<Uint8Array>(call)).body;
  }

  /** Its subjects and analyses stay. */
  delete(id: string): Promise<Schemas['DeletedSubject']> {
    return sent(this.#transport, 'DELETE', `${PROJECTS}/${id}`);
  }
}

async function sent<T>(
  transport: Transport,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  return (await transport.call<T>({ method, path, body, repeatable: method !== 'POST' })).body;
}
