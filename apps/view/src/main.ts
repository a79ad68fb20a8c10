import './style.css';
import { mapOf } from '@hinterland/answers';
import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import { contentOf, type ToolResult } from './content.ts';
import { element } from './element.ts';
import { groundIn, groundUri } from './ground.ts';
import { mapFigure } from './picture.ts';
import { priceCard } from './priceCard.ts';
import { rowsTable } from './rows.ts';

const app = new App({ name: 'hinterland', title: 'Hinterland', version: '1.0.0' }, {});
const main = document.getElementById('view') as HTMLElement;
let input: Readonly<Record<string, unknown>> = {};

app.addEventListener('toolinput', ({ arguments: given }) => {
  input = given ?? {};
});
app.addEventListener('toolresult', (result) => show(result as ToolResult));
app.addEventListener('toolcancelled', () => put(sentence('The call was cancelled. Nothing was charged.')));
app.addEventListener('hostcontextchanged', look);

put(sentence('Waiting for the answer.'), true);
await app.connect();
look(app.getHostContext() ?? {});

/** Takes the client's theme and colors. Its fonts may lie on another host: they are left out. */
function look({ theme, styles }: McpUiHostContext): void {
  if (theme !== undefined) applyDocumentTheme(theme);
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables);
}

function show(result: ToolResult): void {
  const content = contentOf(result);
  const locale = app.getHostContext()?.locale;
  if (content.kind === 'problem') put(sentence(content.detail));
  else if (content.kind === 'price') {
    const takesMessages = app.getHostCapabilities()?.message !== undefined;
    put(priceCard(content, { agree: takesMessages ? () => agree(content.quotedCredits) : null, locale }));
  } else showAnswer(content.result, content.price, locale);
}

function showAnswer(answer: Readonly<Record<string, unknown>>, price: string | null, locale: string | undefined): void {
  const map = mapOf({ result: answer, input, area: answer });
  const drawn = map === null ? null : mapFigure(map);
  put(element('h1', { class: 'hidden' }, app.getHostContext()?.toolInfo?.tool.title ?? 'Answer'));
  const parts = [drawn?.figure ?? null, rowsTable(answer, locale), price === null ? null : sentence(price)];
  main.append(...parts.filter((part) => part !== null));
  if (map === null || drawn === null || app.getHostCapabilities()?.serverResources === undefined) return;
  app.readServerResource({ uri: groundUri(map.view) }).then(
    (resource) => {
      const ground = groundIn(resource);
      if (ground !== null) drawn.show(ground);
    },
    () => {}, // The map stands without its ground.
  );
}

/** Writes the consent into the conversation as the person's words. Returns whether it arrived. */
async function agree(quotedCredits: number): Promise<boolean> {
  const tool = app.getHostContext()?.toolInfo?.tool;
  const named = tool === undefined ? 'the call' : (tool.title ?? tool.name);
  const text = `I agree to ${quotedCredits} credits for ${named}. Run it with quotedCredits ${quotedCredits}.`;
  try {
    const { isError = false } = await app.sendMessage({ role: 'user', content: [{ type: 'text', text }] });
    return !isError;
  } catch {
    return false;
  }
}

function sentence(text: string): HTMLElement {
  return element('p', { class: 'soft', role: 'status' }, text);
}

function put(content: HTMLElement | null, isWaiting = false): void {
  main.replaceChildren(...(content === null ? [] : [content]));
  main.setAttribute('aria-busy', String(isWaiting));
}
