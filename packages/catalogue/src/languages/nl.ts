import type { Language } from './language.ts';

export const nl: Language = {
  types: `
    str straat
    laan ln
    weg
    plein pln
    kade
    gracht gr
    dreef
    singel
    steenweg stwg`,
  others: `
    st sint
    burg burgemeester
    dr dokter
    prof professor`,
  glued: /^(.{3,}?)(?:straat|straa|stra|str)$/,
};
