/**
 * Words of street and place names that are written in several ways. One group per line, the form that search keeps
 * first; a form belongs to one group of its language. "St" is a street and a saint: both become "st", which costs a
 * search nothing.
 */
interface Language {
  /** Kinds of streets: they tell little of which street is meant. */
  readonly types: string;
  readonly others: string;
  /** A kind of street is glued to the name, and may be written apart: "Hauptstraße", "Haupt Str.". */
  readonly glued?: RegExp;
  /** An apostrophe is left out ("St Mark's") rather than read as a space ("rue de l'Église"). */
  readonly joinsApostrophes?: boolean;
  /** Roman numerals from ii on stand for numbers ("Via XX Settembre"). */
  readonly romanNumerals?: boolean;
}

const LANGUAGES = {
  en: {
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
  },
  it: {
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
  },
  de: {
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
  },
  fr: {
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
  },
  es: {
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
  },
  ca: {
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
  },
  pt: {
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
  },
  nl: {
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
  },
} as const satisfies Record<string, Language>;

/** Languages of the street names of a country, the commonest first. Others are read as English. */
const COUNTRY_LANGUAGES: Readonly<Record<string, readonly (keyof typeof LANGUAGES)[]>> = {
  CA: ['en', 'fr'],
  IT: ['it'],
  SM: ['it'],
  VA: ['it'],
  DE: ['de'],
  AT: ['de'],
  LI: ['de'],
  CH: ['de', 'fr', 'it'],
  LU: ['fr', 'de'],
  FR: ['fr'],
  MC: ['fr'],
  BE: ['fr', 'nl', 'de'],
  NL: ['nl'],
  ES: ['es', 'ca'],
  AD: ['ca', 'es', 'fr'],
  AR: ['es'],
  CL: ['es'],
  CO: ['es'],
  MX: ['es'],
  PE: ['es'],
  UY: ['es'],
  PT: ['pt'],
  BR: ['pt'],
};

/** How the names of a country, or of several, are read. */
export interface Vocabulary {
  /** Every written form to the one that search keeps. */
  readonly kept: ReadonlyMap<string, string>;
  /** Kept forms that are kinds of streets. */
  readonly types: ReadonlySet<string>;
  readonly glued: readonly RegExp[];
  readonly joinsApostrophes: boolean;
}

/** From 2 on; v and x alone are letters. */
const ROMAN =
  'ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii xxviii xxix xxx'.split(
    ' ',
  );

const vocabularies = new Map<string, Vocabulary>();

/** `countries`: two-letter codes; where several share a territory, the first one's meaning of an abbreviation counts. */
export function vocabularyOf(countries: string | readonly string[]): Vocabulary {
  const codes: readonly string[] = typeof countries === 'string' ? [countries] : countries;
  const names = [...new Set(codes.flatMap((country) => COUNTRY_LANGUAGES[country] ?? (['en'] as const)))];
  const key = names.join();
  let vocabulary = vocabularies.get(key);
  if (vocabulary === undefined) {
    vocabulary = readVocabulary(names.map((name) => LANGUAGES[name]));
    vocabularies.set(key, vocabulary);
  }
  return vocabulary;
}

function readVocabulary(languages: readonly Language[]): Vocabulary {
  const kept = new Map<string, string>();
  const types = new Set<string>();
  const read = (groups: string, isType: boolean) => {
    for (const group of groups.trim().split('\n')) {
      const [first = '', ...others] = group.trim().split(' ');
      // A form that an earlier language has keeps its meaning, and takes the new group along.
      const form = kept.get(first) ?? first;
      if (isType) types.add(form);
      for (const word of [first, ...others]) if (!kept.has(word)) kept.set(word, form);
    }
  };
  for (const { types: kinds, others } of languages) {
    read(kinds, true);
    read(others, false);
  }
  if (languages.some(({ romanNumerals }) => romanNumerals)) {
    ROMAN.forEach((numeral, i) => {
      if (numeral !== '-') kept.set(numeral, String(i + 2));
    });
  }
  return {
    kept,
    types,
    glued: languages.flatMap(({ glued }) => (glued === undefined ? [] : [glued])),
    joinsApostrophes: languages[0]?.joinsApostrophes ?? false,
  };
}
