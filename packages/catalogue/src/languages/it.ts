import type { Language } from './language.ts';

export const it: Language = {
  types: `
    via v
    viale vle
    piazza pza pzza pz
    piazzale pzle ple
    piazzetta
    corso cso
    largo lgo
    vicolo vic vlo
    strada str
    lungomare
    lungotevere
    contrada cda
    localita loc
    frazione fraz
    galleria gall
    borgo bgo
    salita sal
    traversa trav
    calle
    campo
    fondamenta
    circonvallazione circ`,
  others: `
    san s santo santa sant ss
    gen generale
    dott dottor dr
    prof professor professore
    ing ingegner ingegnere
    cav cavaliere
    f fratelli flli`,
  romanNumerals: true,
};
