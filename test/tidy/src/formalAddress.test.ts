import { describe, expect, it } from 'vitest';
import { files, read } from './tree.ts';

/** Familiar pronouns and verbs of each language: readers are addressed as Sie, vous, usted and Lei. */
const PRONOUNS: Readonly<Record<string, string>> = {
  de: 'du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?|hast|bist|kannst|willst|musst|darfst|möchtest',
  es: 'tú|tus?|ti|contigo|tuy[oa]s?|has|eres|puedes|quieres|tienes|debes|necesitas|sabes|querías|vosotros|vuestr[oa]s?',
  fr: 'tu|toi|ton|tes|tiens|tienne|t’\\p{L}+',
  it: 'tu|te|ti|tuo|tua|tuoi|tue|hai|vuoi|puoi|devi|intendevi|voi|vostr[oaie]|avete',
};

/** Familiar imperatives, at the beginning of a sentence or after a word that joins two. */
const IMPERATIVES: Readonly<Record<string, string>> = {
  de:
    'änder bearbeit bedien beginn benenn benutz berichtig bestätig drück entfern entscheid erhöh erstell fass folg frag füg führ geh gib ' +
    'halt heb kauf klick kopier lad lass leg leih lern lies lösch mach meld nenn nimm nutz öffn ordn pass plan prüf rechn red regel rufe ' +
    'sag schau schick schließ schreib sende setz sieh speicher sprich start stell streich such summier tausch teil tipp tu überleg ' +
    'verlass vergiss vergleich verlass verschieb versuch vertrau verwend wähl wart wechsel wiederhol wirf zeichn zeig zieh',
  es:
    'accede añádela añádelas añádelo añádelos bórrala bórralo ciérrala ciérralo colócala colócalas compruébalas compruébalo copia cópiala ' +
    'corrígela corrígelo dibújalo divídela divídelo ejecútala ejecútalo elígela elígelas elige escribe escríbela espera guárdala guárdalo ' +
    'inclúyelo indica inténtalo intercámbialos llámala muévela muévelo omítelas pega páralo pon prueba pulsa quítala quítalo regístrate ' +
    'repítela repite señala síguelo simplifícalo suéltalo úsala úsalo úsalos vuelve ábrela ábrelo geocodifica asigna inicia señala',
  fr: 'attends choisis copie-la écris enregistre-la essaie fais indique-le mets prends réessaie supprime-la vérifie-la',
  it:
    'accedi accetta aggiungile aprilo aprila aspetta associa carica chiamala chiedi chiedine chiudila confronta controllali ' +
    'correggila disegnalo dividilo eliminalo escludile eseguila eseguilo fermalo geocodifica impostane indicalo indicane inserisci metti ' +
    'premi registrati ricaricalo ripetila riprova salvalo scambiali scegli sceglila scegline scrivi scrivilo seguilo spostalo tienila ' +
    'togli toglilo trascinalo usali usane',
};

/** In German, "Fragen Sie" is the polite one, and "Frag" or "Frage" the familiar; elsewhere the word itself differs. */
const formsOf = (language: string): string =>
  (IMPERATIVES[language] as string)
    .split(' ')
    .map((word) => (language === 'de' ? `${word}e?` : word))
    .join('|');

/** After these a word is the first of a sentence, or the second imperative of one. */
const BEFORE: Readonly<Record<string, string>> = {
  de: '(?:^|[.:;!?] |, (?:und |oder )?)',
  es: '(?:^|[.:;!?] |, [oy] | [oyue] )',
  fr: '(?:^|[.:;!?] |, (?:et |ou )?)',
  it: '(?:^|[.:;!?] |, (?:o |e |poi )?| [oe] )',
};

/** In Italian the texts of buttons are commands to the program, "Salva", and have no full stop; fields' helps say what fields do. */
const isSentence = (text: string): boolean => /[.?;:](?: |$)/.test(text);

/** German nouns and Spanish verbs that look so: "Suche", "Teile", "ordena las filas". */
const NOUNS =
  /^(?:Suche|Frage|Teile|Karte|Lage|Start|Plan|Halt|Regel|Wechsel|Speicher|Kauf|Versuche?|Pass|Tausch|Vergleich|Teil|Leihe|Rede|Stelle|Tipp)\b/;

const LANGUAGES = Object.keys(PRONOUNS);

function familiarIn(language: string, text: string): string | null {
  const pronoun = new RegExp(`(?<![\\p{L}’])(?:${PRONOUNS[language]})(?![\\p{L}])`, 'iu').exec(text);
  if (pronoun !== null) return pronoun[0];
  if (!isSentence(text)) return null;
  const imperative = new RegExp(`${BEFORE[language]}(${formsOf(language)})(?![\\wäöüßáéíóúñàèìòù-])`, 'gi');
  for (const [, word] of text.matchAll(imperative)) {
    if (word === undefined || (language === 'de' && NOUNS.test(word))) continue;
    if (language === 'de' && /^[A-ZÄÖÜ]/.test(word) && new RegExp(`, (?:und |oder )?${word}`).test(text)) continue;
    return word;
  }
  return null;
}

describe('the form of address', () => {
  it.each([
    ['de', 'Nutze sie in jeder Frage und summiere ihre Zahlen.'],
    ['de', 'Der Assistent wartet auf dich.'],
    ['de', 'Zeile 3 passt nicht. Wähl eine andere, oder speichere die Datei.'],
    ['es', 'Tus propios lugares.'],
    ['es', 'Indica un sector, o quítalo.'],
    ['es', 'Has iniciado sesión.'],
    ['fr', 'Ton compte est prêt.'],
    ['it', 'Chiedi di nuovo fra un momento.'],
    ['it', 'Il tuo indirizzo è verificato.'],
    ['it', 'Più lontano dai vostri negozi.'],
  ])('finds the familiar one in %s: %s', (language, text) => expect(familiarIn(language, text)).not.toBeNull());

  it.each([
    ['de', 'Fragen Sie mit eigenen Worten. Die Frage steht da, und die Suche läuft.'],
    ['es', 'Elija otra, o guarde el archivo.'],
    ['fr', 'Votre compte est prêt.'],
    ['it', 'Salva'],
    ['it', 'Ne scelga un altro.'],
  ])('finds none in %s: %s', (language, text) => expect(familiarIn(language, text)).toBeNull());

  it.each(LANGUAGES)('is the polite one in every text in %s', (language) => {
    const folders = files(new RegExp(`/${language}\\.json$`));
    expect(folders.length).toBeGreaterThan(15);
    const found = folders.flatMap((path) =>
      Object.entries(JSON.parse(read(path)) as Record<string, string>).flatMap(([key, text]) => {
        if (typeof text !== 'string' || key.startsWith('help.')) return [];
        const word = familiarIn(language, text.replaceAll(/\{\{\w+\}\}/g, '…').replaceAll('fai da te', 'bricolage'));
        return word === null ? [] : [`${path} ${key}: ${word} in "${text}"`];
      }),
    );
    expect(found).toEqual([]);
  });
});
