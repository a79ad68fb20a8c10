import type { Language } from './language.ts';

export const es: Language = {
  types: `
    calle c cl cll
    av avenida avda ave avd
    plaza pza plza pl pz
    paseo po pso pas ps
    camino cno cmno
    carretera ctra crta
    ronda rda
    travesia trva trav tr
    glorieta gta
    callejon cjon
    urbanizacion urb
    bulevar blvr
    poligono pol
    rambla rbla
    cuesta cta
    barrio bo`,
  others: `
    san s santo
    sta santa
    dr doctor
    gral general
    ntra nuestra
    sra senora
    d don`,
  romanNumerals: true,
};
