import type { Project } from '@hinterland/contract';
import type { Brand } from '../../../organizations/identity/brand.ts';
import { type Html, html, trusted } from '../html.ts';
import { wordsIn } from '../language/words.ts';
import { logoHtml, paperDocument, type ReportParts } from './document.ts';
import type { Paper } from './source.ts';

/** What the report of a project is written from. */
export interface ProjectSource {
  readonly project: Project;
  /** The parts of each of its answers, in their order; null where there is none to show. */
  readonly parts: readonly (ReportParts | null)[];
  readonly organization: string;
  readonly paper: Paper;
  readonly brand: Brand;
  readonly language: string;
}

/** One document on a decision: what each of its answers says first, then each with its map and figures on pages of its own. */
export function projectDocument({ project, parts, organization, ...look }: ProjectSource): string {
  const words = wordsIn(look.language);
  const { name, note, subjects, answers, author, hidden, updatedAt } = project;
  const listed = answers.map(({ name: asked, text }, at): Html => {
    const heading = parts[at]?.heading ?? asked;
    const title = parts[at]?.title ?? '';
    return html`<li><p class="kicker">${title === heading ? '' : title}</p><p><strong>${heading}</strong></p><p>${text ?? words.say('report.notAnswered')}</p></li>`;
  });
  return paperDocument(
    { ...look, title: name },
    html`<header>${look.brand.logo !== null && logoHtml(look.brand.logo)}<p class="kicker">${words.say('report.project')}</p><h1>${name}</h1>
<p class="soft">${[author.name, organization, words.day(updatedAt)].join(' · ')}</p></header>
${note !== '' && html`<p>${note}</p>`}
${subjects.length > 0 && html`<p class="soft">${subjects.map((subject) => subject.name).join(' · ')}</p>`}
<section><h2>${words.say('report.answers')}</h2><ol class="answers">${listed}</ol>
${hidden > 0 && html`<p class="soft">${words.say('report.hidden', { count: hidden })}</p>`}</section>
${parts.map((one) => one !== null && answerHtml(one))}`,
  );
}

function answerHtml({ title, heading, ...parts }: ReportParts): Html {
  const { verdict, sentence, caveats, map, figures, charts, sure, method } = parts;
  return html`<article class="answer"><header><p class="kicker">${title}</p><h1>${heading}</h1></header>
${trusted([verdict, sentence, caveats, map, figures, ...charts, sure, method].join('\n'))}</article>`;
}
