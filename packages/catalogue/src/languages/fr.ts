import type { Language } from './language.ts';

export const fr: Language = {
  types: `
    rue r
    av avenue ave
    bd boulevard boul blvd bld bvd
    pl place
    ch chemin che chem
    imp impasse
    all allee allees
    rte route
    quai q
    sq square
    cours crs
    pass passage
    sent sentier sente
    res residence
    lot lotissement
    fg faubourg fbg
    esp esplanade
    prom promenade
    villa
    cite
    hameau ham
    lieu ld lieudit
    montee mte
    traverse tra`,
  others: `
    st saint
    ste sainte
    gal general
    mal marechal
    cdt commandant
    col colonel
    cap capitaine cne
    dr docteur
    prof professeur pr
    pdt president
    1 1er premier
    nd notre`,
  romanNumerals: true,
};
