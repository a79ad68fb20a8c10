import { readFileSync } from 'node:fs';
import { tellingOf } from '@hinterland/actions/tell';
import { LANGUAGES, makeWords } from '@hinterland/answers';
import { textsOf } from '@hinterland/answers/texts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeOnBoth } from '../../testing/databases.ts';
import { versionsOfAnn } from '../../testing/versions.ts';
import { answerIn, firstWordsOf } from './said.ts';

const worked: [string, { execute: { result: object } }][] = Object.entries(
  JSON.parse(readFileSync(new URL('../../../examples/worked-answers.json', import.meta.url), 'utf8')),
);

describe('what a run says first', () => {
  it.each(worked)('%s: as its answer says it, in every language', (actionId, { execute: { result } }) => {
    const stored = firstWordsOf(actionId, JSON.stringify(result));
    const { verdict, sentence } = tellingOf(actionId, result);
    if (verdict === undefined && sentence === null) {
      expect(stored).toBeNull();
      return;
    }
    const first = JSON.parse(stored as string);
    const english = makeWords('en', textsOf('en'));
    expect(answerIn('en', first, 'Our fifth')).toEqual(
      verdict === undefined
        ? {
            outcome: null,
            title: 'Our fifth',
            text: `${english.title(sentence?.figure ?? '')} ${english.tell(sentence?.rest ?? '')}`,
          }
        : { outcome: verdict.outcome, title: 'Our fifth', text: english.title(verdict.headline) },
    );
    const texts = LANGUAGES.map((language) => answerIn(language, first, 'Our fifth').text);
    expect(new Set(texts).size, texts.join(' | ')).toBe(LANGUAGES.length);
    for (const text of texts) expect(text).not.toMatch(/\{\{|undefined|null|NaN/);
  });

  it('is untold where a result has another shape, and never undoes a charge', () => {
    expect(firstWordsOf('analysis.isochrone', '{"text":"old"}')).toBeNull();
    expect(firstWordsOf('test.charged', '{"text":"old"}')).toBeNull();
  });
});

describeOnBoth('answers in the list of analyses', (database) => {
  const suite = versionsOfAnn(database);
  const listed = async (who = suite.ann, query = '') => {
    const { body } = await suite.service.request('GET', `/api/v1/analyses${query}`, { key: who.secret });
    return body.data[0];
  };
  const said = (text: string) => JSON.stringify({ outcome: 'yes', parts: [text, { text: 'verdict.yes' }] });

  it('come with the newest run, in the language that is asked for, and only to readers of the organization', async () => {
    expect((await listed()).answer).toBeNull();
    await suite.run(suite.ann, suite.code, {});
    expect(await listed()).toMatchObject({ latestRun: { versionNo: 1 }, answer: null });
    // Runs never change: the words of this one are as if its action had said something.
    await sql`alter table analysis_run disable trigger all`.execute(suite.db());
    await sql`update analysis_run set said = ${said('Café Linde')}::json`.execute(suite.db());
    await sql`alter table analysis_run enable trigger all`.execute(suite.db());
    expect((await listed()).answer).toMatchObject({ outcome: 'yes', text: 'Café Linde Yes' });
    expect((await listed(suite.ann, '?language=de')).answer).toMatchObject({ outcome: 'yes', text: 'Café Linde Ja' });
    // The name is as it was given; a title that the app made is said in the language of the reader.
    for (const [name, title] of [
      ['Our fifth', 'Our fifth'],
      ['Is there room for another shop? Bakeries · 2 places', 'Ist Platz für noch ein Geschäft? Bäckereien · 2 Orte'],
    ]) {
      await sql`update analysis set name = ${name}`.execute(suite.db());
      expect(await listed(suite.ann, '?language=de')).toMatchObject({ name, answer: { title } });
    }
    await suite.service.request('PUT', `/api/v1/analyses/${suite.code}/shares`, {
      key: suite.ann.secret,
      body: { people: ['bob@example.com'] },
    });
    await sql`update app_user set email_verified_at = now()`.execute(suite.db());
    // A colleague with the address alone reads as a stranger, and gets no names of own places.
    expect(await listed(suite.bob)).toMatchObject({ code: suite.code, answer: null });
    await suite.service.request('PUT', `/api/v1/analyses/${suite.code}/shares`, {
      key: suite.ann.secret,
      body: { organization: true, people: [] },
    });
    expect((await listed(suite.bob)).answer).toMatchObject({ outcome: 'yes' });
  });
});
