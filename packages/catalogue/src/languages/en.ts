import type { Language } from './language.ts';

export const en: Language = {
  types: `
    st street str strt saint ste
    av ave aven avenue avenu avnue avn
    rd road
    dr drive drv doctor
    ln lane la
    pl place
    plz plaza plza
    ct court crt
    blvd boulevard bvd boul blv
    ter terrace terr tce
    cres crescent cr crs
    cct circuit circ
    cir circle
    hwy highway hway
    pkwy parkway pkway pwy parkwy
    sq square sqr
    esp esplanade espl
    pde parade
    gr grove gve
    cl close
    way wy
    walk wlk
    row
    alley aly ally
    expy expressway expwy
    fwy freeway
    tpke turnpike tpk
    trl trail
    sl slip
    quay qy
    wharf whf
    bridge brg brdg
    gdns gardens gdn garden
    mews
    arc arcade
    cir circus
    prom promenade`,
  others: `
    n north no nth
    s south so sth
    e east
    w west
    ne northeast
    nw northwest
    se southeast
    sw southwest
    mt mount
    ft fort
    pt point port
    hts heights
    ctr center centre
    1 first 1st
    2 second 2nd
    3 third 3rd
    4 fourth
    5 fifth
    6 sixth
    7 seventh
    8 eighth
    9 ninth
    10 tenth
    11 eleventh
    12 twelfth
    13 thirteenth
    and`,
  joinsApostrophes: true,
};
