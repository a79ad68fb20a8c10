/** Letters of a language beyond a to z, in small; with those of loan words that people write in it (café, crêpe, señor). */
const LETTERS: Readonly<Record<string, string>> = {
  en: 'éèêàçïôñöü',
  de: 'äöüßéèêàçñ',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíóúüñ',
  it: 'àèéìíîòóùú',
  pt: 'ãáâàçéêíóôõúü',
  nl: 'éèëêïöóüáàçú',
  sv: 'åäöéèàü',
  da: 'æøåéäöü',
  no: 'æøåéèêòôàäö',
  fi: 'äöåšžéü',
  is: 'áðéíóúýþæö',
  ca: 'àçèéíïòóúü',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hu: 'áéíóöőúüű',
  ro: 'ăâîșțşţ',
  sl: 'čšžćđ',
  hr: 'čćđšž',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūžō',
  et: 'äõöüšž',
  tr: 'çğıi̇öşüâîû',
  az: 'çəğıi̇öşü',
  vi: 'àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюя',
  sr: 'абвгдђежзијклљмнњопрстћуфхцчџш',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџш',
  el: 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ',
};

/** The letters of a language as a set; null for a script of which all letters count. */
const SETS = new Map(Object.entries(LETTERS).map(([language, letters]) => [language, new Set(letters)]));
export const lettersOf = (language: string): ReadonlySet<string> | null => SETS.get(language) ?? null;
