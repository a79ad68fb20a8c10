import './style.css';
import { tellingOf } from '@hinterland/actions/tell';
import { mapOf } from '@hinterland/answers';
import type { Statement } from '@hinterland/answers/words';
import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
} from '@modelcontextprotocol/ext-apps';
import { contentOf, type Price, type ToolResult } from './content.ts';
import { element } from './element.ts';
import { groundIn, groundUri } from './ground.ts';
import { mapFigure } from './picture.ts';
import { priceCard } from './priceCard.ts';
import { toldElements } from './told.ts';
import { wordsOf } from './words.ts';

const app = new App({ name: 'hinterland', title: 'Hinterland', version: '1.0.0' }, {});
const main = document.getElementById('view') as HTMLElement;
let input: Readonly<Record<string, unknown>> = {};
let words = wordsOf(navigator.language);

app.addEventListener('toolinput', ({ arguments: given }) => {
  input = given ?? {};
});
app.addEventListener('toolresult', (result) => show(result as ToolResult));
app.addEventListener('toolcancelled', () => put(sentence(words.say('view.cancelled'))));
app.addEventListener('hostcontextchanged', look);

put(sentence(words.say('view.waiting')), true);
await app.connect();
look(app.getHostContext() ?? {});
put(sentence(words.say('view.waiting')), true);

/** Takes the client's language, theme and colors. Its fonts may lie on another host: they are left out. */
function look({ locale, theme, styles }: McpUiHostContext): void {
  if (locale !== undefined) words = wordsOf(locale);
  document.documentElement.lang = words.language;
  if (theme !== undefined) applyDocumentTheme(theme);
  if (styles?.variables !== undefined) applyHostStyleVariables(styles.variables);
}

/** A sentence of the service in the reader's language, where that has it. */
const said = (detail: string, statement?: Statement): string =>
  (statement === undefined ? words.translate(detail) : words.state(statement)) ?? detail;

function show(result: ToolResult): void {
  const content = contentOf(result);
  if (content.kind === 'problem')
    put(
      sentence(
        content.detail === null
          ? words.say(content.isHidden ? 'view.hidden' : 'view.refused')
          : said(content.detail, content.statement),
      ),
    );
  else if (content.kind === 'price') {
    const takesMessages = app.getHostCapabilities()?.message !== undefined;
    put(priceCard(content, { agree: takesMessages ? () => agree(content.quotedCredits) : null, words }));
  } else showAnswer(content.result, content.price);
}

function showAnswer(answer: Readonly<Record<string, unknown>>, price: Price | null): void {
  const map = mapOf({ result: answer, input, area: answer });
  const drawn = map === null ? null : mapFigure(map, words);
  put(element('h1', { class: 'hidden' }, app.getHostContext()?.toolInfo?.tool.title ?? words.say('view.answer')));
  // Tools have the names of actions with an underscore in place of the dot.
  const actionId = app.getHostContext()?.toolInfo?.tool.name.replace('_', '.') ?? '';
  const told = toldElements(tellingOf(actionId, answer), words);
  const priced =
    price === null
      ? []
      : [
          sentence(
            words.say(price.isReplayed ? 'view.priceReplayed' : 'view.price', { credits: words.number(price.credits) }),
          ),
        ];
  main.append(...(drawn === null ? [] : [drawn.figure]), ...told, ...priced);
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
  const named = tool === undefined ? words.say('view.call') : (tool.title ?? tool.name);
  const text = words.say('view.agree', { credits: quotedCredits, tool: named });
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
