/** Scopes of an API key. Every key has `read`; beyond it, no scope implies another. */
export const SCOPES = ['read', 'run', 'manage'] as const;
export type Scope = (typeof SCOPES)[number];

/** Meaning of each scope, for documents and the OpenAPI file. */
export const SCOPE_MEANING: Readonly<Record<Scope, string>> = {
  read: 'Free actions, quotes, reading analyses, credits and data versions. Every key has it.',
  run: 'Charged actions.',
  manage: 'Writing analyses and managing webhooks.',
};
