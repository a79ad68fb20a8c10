import type { Language } from './language.ts';

export const pt: Language = {
  types: `
    rua r
    av avenida
    praca pc pca
    travessa tv trav
    largo lg
    estrada est estr
    alameda al
    rodovia rod
    calcada cc
    beco bc
    rotunda rot`,
  others: `
    s sao santo
    sta santa
    dr doutor
    prof professor
    gen general
    eng engenheiro
    d dom dona`,
};
