import type { Action } from '@hinterland/actions';
import { said, spoken } from '@hinterland/answers/said';
import { type FieldError, LIMITS, type Warning } from '@hinterland/contract';
import { invalid, invalidFields, isObject, pointerStep } from '../../kit/json.ts';
import { cut } from '../../kit/quotedText.ts';
import { checked, fieldErrors } from '../../kit/schema.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';
import { headerKey } from './idempotency.ts';
import type { ReadBody } from './readDatasets.ts';
import { byRow, type RowsOfLists } from './rowsOfLists.ts';
import { type SentRequest, sentRequest } from './sentRequest.ts';

/** A body that has passed every check that needs no territory. */
export interface RunRequest {
  /** Input of the action, parsed, with defaults. */
  readonly input: unknown;
  /** Null where none was sent. Always null for free actions. */
  readonly quotedCredits: number | null;
  /** From the body or the header. Always null for free actions. */
  readonly idempotencyKey: string | null;
  /** What the key stands for; null without a key. */
  readonly sent: SentRequest | null;
  /** Id of the territory that the caller chose. */
  readonly territory: string | null;
  /** Members without effect, and how cells of datasets were read. */
  readonly warnings: readonly Warning[];
  /** The rows of datasets that the input has in place of lists: faults of their places are reported by row. */
  readonly rows: RowsOfLists;
  /** Ids of the datasets and of the saved subjects that the input was read from. */
  readonly datasets: readonly string[];
  /** References in whose place the input has what they stand for. */
  readonly named: NamedMembers;
}

/** Members of a body that are not the action's own. */
const ENVELOPE = ['quotedCredits', 'idempotencyKey', 'territory'] as const;

/**
 * Reads the body of a quote or an execution. A body that is valid for one is valid for the other. Throws
 * validation_error with a pointer per fault. Unknown members are ignored and named in `warnings`.
 */
export function parseRequest(
  action: Action,
  { body, rows, datasets, named, warnings: ofDatasets }: ReadBody,
  idempotencyHeader: string | undefined,
): RunRequest {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('#', said('body_input'));
  }
  const members = body as Record<string, unknown>;
  const own = Object.fromEntries(Object.entries(members).filter(([name]) => !isEnvelope(name)));
  const errors: FieldError[] = [];
  const charged = action.tariff !== null;
  const quotedCredits = charged ? readQuotedCredits(members.quotedCredits, errors) : null;
  const idempotencyKey = charged ? readIdempotencyKey(members.idempotencyKey, idempotencyHeader, errors) : null;
  const territory = readTerritory(members.territory, errors);
  const parsed = checked(action.input, own);
  if (!parsed.success)
    errors.push(...parsed.error.issues.flatMap((issue) => fieldErrors(issue)).map((error) => byRow(error, rows, own)));
  if (errors.length > 0 || !parsed.success) throw invalidFields(errors.slice(0, 100));
  const warnings: Warning[] = [...ofDatasets, ...(action.warningsOf?.(parsed.data) ?? [])];
  findUnknown(own, parsed.data, '#', warnings);
  const sent = idempotencyKey === null ? null : sentRequest(action.id, own, parsed.data);
  return { input: parsed.data, quotedCredits, idempotencyKey, sent, territory, warnings, rows, datasets, named };
}

const isEnvelope = (name: string): boolean => (ENVELOPE as readonly string[]).includes(name);

function readQuotedCredits(value: unknown, errors: FieldError[]): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  const detail = 'quotedCredits must be an integer, 0 or more: the quotedCredits of the quote.';
  errors.push({ pointer: '#/quotedCredits', detail });
  return null;
}

function readIdempotencyKey(value: unknown, header: string | undefined, errors: FieldError[]): string | null {
  const fromHeader = headerKey(header);
  if (value === undefined) return fromHeader;
  const pointer = '#/idempotencyKey';
  if (typeof value !== 'string' || value === '' || Array.from(value).length > LIMITS.idempotencyKeyCharacters) {
    const detail = `idempotencyKey must be a text of 1 to ${LIMITS.idempotencyKeyCharacters} characters.`;
    errors.push({ pointer, detail });
    return null;
  }
  if (fromHeader !== null && fromHeader !== value) {
    errors.push({ pointer, detail: 'idempotencyKey differs from the header Idempotency-Key. Send one, or the same.' });
  }
  return value;
}

function readTerritory(value: unknown, errors: FieldError[]): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && value !== '') return value;
  errors.push({ pointer: '#/territory', detail: 'territory must be the id of an installed territory.' });
  return null;
}

/** Warnings of one answer. */
const WARNINGS_SHOWN = 20;

/** Members of the body that parsing left out, at any depth. */
function findUnknown(sent: unknown, taken: unknown, pointer: string, warnings: Warning[]): void {
  if (warnings.length >= WARNINGS_SHOWN) return;
  if (Array.isArray(sent) && Array.isArray(taken)) {
    if (sent.length === taken.length)
      for (const [i, item] of sent.entries()) findUnknown(item, taken[i], `${pointer}/${i}`, warnings);
  } else if (isObject(sent) && isObject(taken)) {
    for (const [name, value] of Object.entries(sent)) {
      const place = pointer + pointerStep(name);
      if (Object.hasOwn(taken, name)) findUnknown(value, taken[name], place, warnings);
      else if (warnings.length < WARNINGS_SHOWN) {
        warnings.push({ pointer: place, ...spoken({ detail: said('unknown_member', { name: cut(name) }) }) });
      }
    }
  }
}
