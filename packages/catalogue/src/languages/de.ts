import type { Language } from './language.ts';

export const de: Language = {
  types: `
    str strasse
    weg
    pl platz
    gasse g
    allee al
    ring
    ufer
    damm
    promenade
    chaussee`,
  others: `
    st sankt sanct
    dr doktor
    prof professor
    gr grosse grosser grosses
    kl kleine kleiner kleines
    v von`,
  glued: /^(.{3,}?)(?:strasse|strass|stras|stra|str)$/,
};
