import { roughSaid, type Said } from '@hinterland/answers/words';
import type { Caveats } from '../../../work/territories/data/caveats.ts';
import { attribute, html } from '../html.ts';
import type { Words } from '../language/words.ts';

/** What weakens the figures, beside the first of them: people of a model, modelled spend, a rough territory. Empty where nothing does. */
export function caveatsHtml(
  { modelledBy, rough, roughReasons }: Caveats,
  spend: Said | undefined,
  words: Words,
): string {
  if (modelledBy.length === 0 && spend === undefined && rough.length === 0) return '';
  return html`<section class="caveats">
${modelledBy.length > 0 && html`<p class="soft">${words.say('trust.modelled', { source: modelledBy.join(', ') })}</p>`}${spend !== undefined && html`<p class="soft">${words.title(spend)}</p>`}
${rough.length > 0 && html`<p class="soft">${words.say('trust.rough')}</p><ul class="soft">${roughSaid(rough, roughReasons).map((said) => html`<li${words.isEnglish(said) && attribute('lang', 'en')}>${words.title(said)}</li>`)}</ul>`}
</section>`.text;
}
