import { parseChecked, readJson } from '../../kit/json.ts';
import { LARGE_BYTES, type Offload } from '../../kit/offload/offload.ts';
import type { RefusedMessage } from '../../kit/offload/protocol.ts';
import { ProblemError } from '../../kit/problem.ts';

/** A message, and what is wrong with the arguments of the tool that it calls where that is known already. */
export interface ReadMessage {
  /** Without the arguments where those are refused. */
  readonly message: unknown;
  readonly refusal: ProblemError | null;
}

/** Parses a message; a large one is checked in another thread, with the arguments of the tool. Throws as readJson does. */
export async function readMessage(
  bytes: Uint8Array,
  offload: Pick<Offload, 'perform'>,
  organizationId: number,
): Promise<ReadMessage> {
  if (bytes.length <= LARGE_BYTES) return { message: readJson(bytes), refusal: null };
  const refused = (await offload.perform({ kind: 'message', bytes }, organizationId)) as RefusedMessage | null;
  if (refused === null) return { message: parseChecked(bytes), refusal: null };
  const { code, detail, fields, headers } = refused.problem;
  return { message: refused.message, refusal: new ProblemError(code, detail, fields, headers) };
}
