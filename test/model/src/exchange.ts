/** A request to the model, whatever its dialect. */
export interface ModelExchange {
  readonly dialect: 'openai' | 'anthropic';
  readonly system: string;
  readonly messages: readonly { readonly role: 'user' | 'assistant' | 'tool'; readonly text: string }[];
  /** Names of the tools that are offered. */
  readonly tools: readonly string[];
  /** The person's last words. */
  readonly question: string;
  /** Answers of the model since. */
  readonly answers: number;
  /** Results since, as the service has fenced them. */
  readonly results: readonly { readonly name: string; readonly data: unknown }[];
}

type Json = Readonly<Record<string, unknown>>;
type Message = ModelExchange['messages'][number];

export function readExchange(dialect: ModelExchange['dialect'], body: Json): ModelExchange {
  const sent = (body.messages ?? []) as readonly Json[];
  const messages = dialect === 'openai' ? sent.flatMap(ofOpenAi) : sent.flatMap(ofAnthropic);
  const system =
    dialect === 'openai' ? textOf(sent.find(({ role }) => role === 'system')?.content) : textOf(body.system);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(asked + 1);
  return {
    dialect,
    system,
    messages,
    tools: ((body.tools ?? []) as readonly Json[]).map((tool) =>
      String((tool.function as Json | undefined)?.name ?? tool.name),
    ),
    question: messages[asked]?.text ?? '',
    answers: since.filter(({ role }) => role === 'assistant').length,
    results: since.filter(({ role }) => role === 'tool').flatMap(({ text }) => fencedIn(text)),
  };
}

function ofOpenAi({ role, content }: Json): Message[] {
  if (role !== 'user' && role !== 'assistant' && role !== 'tool') return [];
  return [{ role, text: textOf(content) }];
}

function ofAnthropic({ role, content }: Json): Message[] {
  if (role === 'assistant') return [{ role, text: textOf(content) }];
  if (typeof content === 'string') return [{ role: 'user', text: content }];
  const parts = content as readonly Json[];
  const results = parts
    .filter(({ type }) => type === 'tool_result')
    .map((part) => ({ role: 'tool', text: textOf(part.content) }) as const);
  const words = parts.filter(({ type }) => type === 'text');
  return [...results, ...(words.length === 0 ? [] : [{ role: 'user', text: textOf(words) } as const])];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as readonly Json[]).map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function fencedIn(text: string): ModelExchange['results'] {
  return [...text.matchAll(/<data of="(r\d+)">\n(.*)\n<\/data>/g)].map(([, name, data]) => ({
    name: name as string,
    data: JSON.parse(data as string),
  }));
}
