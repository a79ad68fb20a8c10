import { problemAnswer } from '../../../kit/http/problems.ts';
import { cleanText, digestOf, fenced } from '../evidence/untrusted.ts';
import type { Asker } from '../readingTools.ts';
import type { AssistantSettings } from '../settings.ts';
import type { ShownResult } from '../store/results.ts';
import type { StoredResult } from '../store/turns.ts';
import type { Writer } from './writer.ts';

/** What the calls of a turn share. */
export interface Calling {
  readonly settings: AssistantSettings;
  readonly asker: Asker;
  readonly conversationId: string;
  readonly turnId: string;
  readonly writer: Writer;
  readonly signal: AbortSignal;
  /** Learns of a new result. */
  readonly learn: (name: string, shown: ShownResult) => void;
}

/** Result of a call for the model, and whether a card waits for the person now. */
export interface Called {
  readonly result: StoredResult;
  readonly waits: boolean;
}

/** A fault as the person reads it, and as the model is told of it. */
export function faultOf(
  { settings, turnId }: Pick<Calling, 'settings' | 'turnId'>,
  error: unknown,
): { readonly detail: string; readonly told: string } {
  const { body, unexpected } = problemAnswer(error, settings.baseUrl(), turnId);
  if (unexpected !== undefined) settings.log.warn({ turn: turnId, err: unexpected, error: body.error }, 'problem');
  const { error: code, detail, errors } = body as typeof body & { errors?: unknown };
  const text = cleanText(detail);
  return { detail: text, told: fenced('error', digestOf({ error: code, detail: text, errors })) };
}
