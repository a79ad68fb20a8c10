import { type Sentence, said } from '@hinterland/answers/said';
/** A call of a tool, as the model asked for it. */
export interface ModelCall {
  /** The model's own name for it. */
  readonly id: string;
  readonly tool: string;
  /** Arguments as the model wrote them: JSON, or what it took for JSON. */
  readonly input: string;
}

/** A message of a conversation with the model. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ModelCall[] }
  | { readonly role: 'tool'; readonly results: readonly ModelResult[] };

/** What the model is told of a call. */
export interface ModelResult {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
}

/** What a model says, as it says it. `end` is the last, and comes only of an answer that is whole. */
export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'call'; readonly call: ModelCall }
  | { readonly type: 'tokens'; readonly input: number; readonly output: number }
  | { readonly type: 'end'; readonly cut: boolean };

/** A language model behind an address that the operator has set. */
export interface Model {
  /** Throws ModelFault. */
  answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

export type ModelFaultCode = 'model_busy' | 'model_refused' | 'model_broke_off' | 'model_silent' | 'model_away';

const SENTENCES: Readonly<Record<ModelFaultCode, string | Sentence>> = {
  model_busy: said('model_busy'),
  model_refused: 'The language model could not be used. The operator of this service finds the reason in its log.',
  model_broke_off: 'The answer of the language model broke off. Ask again.',
  model_silent: said('model_late'),
  model_away: said('model_away'),
};

/** A model that did not answer. The message is for the person; the cause is for the log. */
export class ModelFault extends Error {
  readonly code: ModelFaultCode;

  constructor(code: ModelFaultCode, cause?: unknown) {
    super(String(SENTENCES[code]), { cause });
    this.name = 'ModelFault';
    this.code = code;
  }
}
