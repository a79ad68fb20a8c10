import type { Language } from './language.ts';

export const ca: Language = {
  types: `
    carrer c
    avinguda av avgda avda
    placa pl
    passeig pg
    carretera ctra
    ronda rda
    rambla rbla
    cami
    travessera trav
    passatge ptge`,
  others: `
    sant st
    santa sta`,
};
