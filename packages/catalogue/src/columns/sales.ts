import { squareMetersIn } from '../numbers/units.ts';
import { type AmountUnit, amountUnitOf } from './amounts.ts';

/** Roles of the columns of a sheet of sales; `follows` is a figure that follows from sales, so nobody knows it of a place that is not open. */
export const SALES_ROLES = [
  'sales',
  'period',
  'squareMeters',
  'squareFeet',
  'openedAt',
  'closedAt',
  'format',
  'currency',
  'attribute',
  'follows',
  'leftOut',
] as const;
export type SalesRole = (typeof SALES_ROLES)[number];

/** What the head of a column says. */
export interface SalesHeading {
  /** Null where the head does not say. */
  readonly role: SalesRole | null;
  /** Of sales: what stands beside the word for them, "2025" or "FY25"; "" for nothing. */
  readonly period: string;
  /** Of sales: the unit of all cells that have none of their own. */
  readonly unit: AmountUnit;
}

/** The name of a column as letters and digits alone: "Umsatz (2025)" is "umsatz2025". */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{Letter}\p{Number}]/gu, '');

const SALES =
  /^(sales|amount|revenues?|turnover|takings|\w*umsatz|umsatze|umsaetze|\w*erlose?|ventes?|ventas?|facturacion|vendite|fatturato|ricavi|incass[oi]|recettes|ingresos|ca|chiffredaffaires?|cifradenegocios?|girodaffari)$/;
/** Words of several parts, as one. */
const PHRASES = /chiffres? d['’ ]?affaires?|cifra de negocios?|giro d['’ ]?affari/gi;
/** What may stand beside sales without making another figure of them. */
const BESIDE = new Set(
  `net gross annual yearly total totals netto brutto jahres gesamt jahr jahrlich annuel annuelle annuels annuelles totaux totale totales totali anual anuales
   neto neta netos netas bruto bruta brutos brutas nettes brutes brut annuo annua annuale annuali annui lordo lordi lorda lorde netta nette netti hors taxe taxes
   ht ttc excl incl ex inc excluding including vat tax mwst ust iva tva in of the for de des du d di del della la le les el en fur pour per pro par por an ano
   anno year store stores shop filiale magasin tienda negozio actual ist figures value volume wert fy gj l12m ltm ttm months 12`.split(
    /\s+/,
  ),
);
const FOLLOWS =
  /customer|kunden|client|visitor|besucher|visiteur|visitante|visitator|footfall|frequenz|passant|transact|transakt|transacc|transaz|ticket|receipt|kassenbon|bons\b|scontrin|basket|warenkorb|panier|cesta|carrello|profit|gewinn|benefi|\butile|\butili\b|marg|marge|ebit|rohertrag|deckungsbeitrag|resultat|risultato|\brang|rank|classement|clasificacion|classifica|employee|staff|mitarbeiter|beschaftigt|\bfte\b|\bvzk?\b|\bvza\b|personal|effectif|emplead|dipendent|addett|plan\b|budget|forecast|prognose|prevision|previsione|target|zielwert|vorjahr|prioryear|lastyear|\bytd\b|stock|inventory|bestand|inventa|units|stuck|quantity|menge|quantite|cantidad|quantita|pieces|orders|bestellung|commande|pedido|ordini|growth|wachstum|croissance|crecimiento|crescita|productivity|produktivitat/;
const AREA =
  /^(sqm|sqft|sqfeet|sqmeters|squaremet(er|re)s?|squarefeet|squarefootage|m2|ft2|qm|mq|quadratmeter|gla|gfa|nla|nia)|area|flache|flaeche|^vkf|vkflache|surface|superfici|metroscuadrados|metriquadr|storesize|^size$|^grosse$/;
const FEET = /sqft|sqfeet|squarefeet|squarefootage|ft2|feet|^sf$|pies|piedi|pieds/;
/** Figures that a place can have before it opens. */
const OF_PLACES =
  /parking|parkplatz|parkplatze|stellplatz|aparcamient|parcheggi|postiauto|seats|sitzplatz|sitzplatze|placesassises|asientos|postiasedere|checkouts|kassenanzahl|anzahlkassen|^kassen$|^caisses$|^cajas$|^casse$|frontage|schaufenster|vitrine|escaparate|vetrina|screens|leinwand|^rooms$|zimmer|pumps|zapfsaul|floors|etagen|stockwerk|entrances|eingang/;
const NAMES: readonly (readonly [SalesRole, RegExp])[] = [
  [
    'period',
    /^(period|year|month|quarter|date|jahr|monat|quartal|zeitraum|periode|annee|mois|trimestre|ano|mes|anno|mese|periodo|fiscalyear|geschaftsjahr|exercice|ejercicio)$/,
  ],
  [
    'closedAt',
    /^(closed|closedat|closedon|closing|closingdate|closure|closuredate|geschlossen|geschlossenam|schliessung|schliessungsdatum|schliessdatum|fermeture|datedefermeture|cierre|fechadecierre|chiusura|datadichiusura|datachiusura)$/,
  ],
  [
    'openedAt',
    /^(opened|openedat|openedon|opensince|opening|openingdate|dateopened|eroffnet|eroffnetam|eroffnung|eroffnungsdatum|eroffnungsjahr|eroffnungam|ouverture|ouvertle|dateouverture|datedouverture|apertura|fechaapertura|fechadeapertura|dataapertura|datadiapertura)$/,
  ],
  [
    'format',
    /^(format|type|storetype|storeformat|kind|banner|formato|typ|filialtyp|betriebsform|vertriebslinie|tipo|enseigneformat)$/,
  ],
  ['currency', /^(currency|wahrung|waehrung|devise|moneda|divisa|valuta)$/],
];
const NO_UNIT: AmountUnit = { factor: 1, currency: null };

const withoutMarks = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss');

/** Says what a column of a sheet of sales holds, by its head in five languages. */
export function salesHeading(name: string): SalesHeading {
  const plain = plainName(name);
  const of = (role: SalesRole | null): SalesHeading => ({ role, period: '', unit: NO_UNIT });
  for (const [role, pattern] of NAMES) if (pattern.test(plain)) return of(role);
  const sales = salesIn(name);
  if (sales !== null) return sales;
  const spaced = withoutMarks(name)
    .toLowerCase()
    .replace(/[_\-.]+/g, ' ');
  if (AREA.test(plain) && !/(je|per|pro|par|por|al)(m2|qm|sqm|mq|sqft|flache|quadratmeter|squaremet)/.test(plain)) {
    return of(FEET.test(plain) ? 'squareFeet' : 'squareMeters');
  }
  if (OF_PLACES.test(plain)) return of('attribute');
  if (FOLLOWS.test(spaced) || FOLLOWS.test(plain) || hasSalesWord(spaced)) return of('follows');
  return of(null);
}

const partsOf = (text: string): string[] =>
  text.split(/[\s()[\]{}/\\|:;,_-]+/).filter((part) => part !== '' && part !== "'");

const hasSalesWord = (text: string): boolean =>
  partsOf(text.replace(PHRASES, 'sales')).some((part) => SALES.test(part));

/** Sales with what stands beside them, where all of it is understood. */
function salesIn(name: string): SalesHeading | null {
  const text = withoutMarks(name)
    .replace(PHRASES, 'sales')
    .replace(/chiffres? d['’ ]?affaires?/gi, 'sales');
  let [isSales, unit, period] = [false, NO_UNIT, ''];
  for (const part of partsOf(text)) {
    const word = part.toLowerCase().replace(/[.'’]+$/, '');
    const glued = /^(\D*?)((?:fy)?(?:19|20)\d\d)$/.exec(word);
    if (SALES.test(word)) isSales = true;
    else if (glued !== null && SALES.test(glued[1]!)) [isSales, period] = [true, glued[2]!];
    else if (/^(fy)?\s?((19|20)?\d\d)$/.test(word) && word !== '12') period = `${period} ${word}`.trim();
    else if (BESIDE.has(word)) continue;
    else if (/^q[1-4]$|^h[12]$/.test(word) || MONTHS.test(word)) period = `${period} ${word}`.trim();
    else {
      const found = word === 'm' || squareMetersIn(word) === undefined ? amountUnitOf(part) : null;
      if (found === null) return null;
      unit = { factor: unit.factor * found.factor, currency: unit.currency ?? found.currency };
    }
  }
  return isSales ? { role: 'sales', period, unit } : null;
}

const MONTHS =
  /^(jan|feb|mar|marz|maerz|apr|may|mai|jun|jul|aug|sep|sept|oct|okt|nov|dec|dez|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|avr|juin|juil|aout)[a-z]*$/;

/** Whether a column holds sales, by its name. */
export const holdsSales = (name: string): boolean => salesHeading(name).role === 'sales';
