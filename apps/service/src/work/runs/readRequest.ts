import type { Action } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import { parseChecked, readJson } from '../../kit/json.ts';
import { LARGE_BYTES } from '../../kit/offload/offload.ts';
import type { Runner } from '../../kit/who.ts';
import type { NamedMembers } from '../analyses/namedInput.ts';
import { namedModel } from './namedDatasets.ts';
import { readDatasets } from './readDatasets.ts';
import { readModel } from './readModel.ts';
import { readSubjects } from './readSubjects.ts';
import { parseRequest, type RunRequest } from './request.ts';
import type { Call, RunSettings } from './runs.ts';

/**
 * Reads the body of a quote or an execution, with saved subjects, the rows of datasets and the sales model where it names some. A large one is parsed and
 * checked in a thread of its own. Throws payload_too_large, unsupported_media_type and validation_error.
 */
export async function readRequest(
  { db, clock, offload }: Pick<RunSettings, 'db' | 'clock' | 'offload'>,
  call: Call,
  caller: Runner,
  action: Action,
): Promise<RunRequest> {
  const sent = await call.readBody(bodyLimit(action));
  const { idempotencyHeader } = call;
  let body: unknown;
  if ('json' in sent) body = sent.json;
  else if (sent.bytes.length <= LARGE_BYTES) body = readJson(sent.bytes);
  else {
    const task = { kind: 'request', bytes: sent.bytes, actionId: action.id, idempotencyHeader } as const;
    const request = (await offload.perform(task, caller.organization.id)) as RunRequest | null;
    if (request !== null) return request;
    body = parseChecked(sent.bytes);
  }
  const { body: plain, subjects } = await readSubjects(db, caller.organization.id, action, body);
  body = plain;
  let ofModel: NamedMembers = {};
  const named = namedModel(action, body);
  if (named !== null) {
    const { model, reference } = await readModel(db, clock, caller, named);
    body = { ...(body as object), [named.member]: model };
    ofModel = { [named.member]: reference };
  }
  const read = await readDatasets(db, clock, caller.organization.id, action, body);
  const stored = { datasets: [...read.datasets, ...subjects], named: { ...read.named, ...ofModel } };
  return parseRequest(action, { ...read, ...stored }, idempotencyHeader);
}

/** Bytes that the body of an action may have. */
const bodyLimit = ({ largeBody }: Action): number => (largeBody === true ? LIMITS.largeBodyBytes : LIMITS.bodyBytes);
