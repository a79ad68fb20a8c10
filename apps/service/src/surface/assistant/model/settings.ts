/** Interfaces of language models that the service speaks. */
export const DIALECTS = ['openai', 'anthropic'] as const;

/** The language model that the operator has set. */
export interface LlmConfig {
  /** Address of its interface, without a slash at the end, such as https://models.example.com/v1. */
  readonly url: string;
  readonly model: string;
  /** Absent for servers that ask for none. */
  readonly key: string | undefined;
  readonly dialect: (typeof DIALECTS)[number];
}
