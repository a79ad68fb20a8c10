/** Heads and words of sheets of sales, as people of a language write them. */
export interface SheetWords {
  /** How numbers are written: thousands, decimals. */
  readonly signs: readonly [thousands: string, decimals: string];
  readonly id: readonly string[];
  readonly name: readonly string[];
  readonly sales: readonly string[];
  /** Sales of a year that stands in for YEAR. */
  readonly yearly: readonly string[];
  /** Behind the head of sales: units of thousands, and of millions. */
  readonly thousands: readonly string[];
  readonly millions: readonly string[];
  readonly squareMeters: readonly string[];
  readonly squareFeet: readonly string[];
  readonly opened: readonly string[];
  readonly currency: readonly string[];
  readonly currencies: readonly (readonly [word: string, code: string])[];
  readonly period: readonly string[];
  readonly months: readonly string[];
  readonly total: readonly string[];
  /** Figures that follow from sales, under the names that books have for them. */
  readonly leaks: readonly string[];
  /** Columns that say nothing. */
  readonly others: readonly string[];
  readonly parking: readonly string[];
  /** A cell that is no amount. */
  readonly gibberish: readonly string[];
}

const list = (text: string): readonly string[] => text.split('|').map((one) => one.trim());

export const SHEET_WORDS: Readonly<Record<string, SheetWords>> = {
  en: {
    signs: [',', '.'],
    id: list('Store No|Store ID|id|Site ID|Store Number|Code'),
    name: list('Store|Store name|Name|Shop|Title'),
    sales: list('Sales|Net sales|Annual sales|Revenue|Turnover|Total Sales|Gross revenue|Takings|Store sales'),
    yearly: list('Sales YEAR|Revenue YEAR|Net sales YEAR|Turnover YEAR|Sales FYYEAR|YEAR sales|sales_YEAR'),
    thousands: list("('000)|(k€)|in thousands|k|(£k)"),
    millions: list('(m)|in millions|(€m)|(mn)'),
    squareMeters: list('Floor area|Sales area (sqm)|Area m2|GLA (sqm)|Store size|Square meters|Selling area (m²)'),
    squareFeet: list('Square feet|Sales area (sq ft)|Sqft|GLA (sq ft)|Floor area ft2'),
    opened: list('Opened|Opening date|Open since|Date opened|opened_at'),
    currency: list('Currency'),
    currencies: [
      ['Euro', 'EUR'],
      ['US Dollar', 'USD'],
      ['£', 'GBP'],
      ['CHF', 'CHF'],
    ],
    period: list('Period|Month|Date'),
    months: list('Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'),
    total: list('Total|Sum|Grand total|Totals'),
    leaks: list(
      'Customers|Transactions|Footfall|Basket value|Gross profit|Net margin|EBITDA|Sales rank|Staff cost|Employees|FTE|Budget|Sales plan|Sales last year|Sales per m²|Units sold|Orders|Tickets|Growth %|Stock value',
    ),
    others: list('Manager|Phone|Notes|Region manager|Cost center'),
    parking: list('Parking spaces|Checkouts|Seats'),
    gibberish: list('ask Tom|about 9|soon'),
  },
  de: {
    signs: ['.', ','],
    id: list('Filialnr.|Filialnummer|ID|Code'),
    name: list('Filiale|Name|Bezeichnung|Standort|Filialname'),
    sales: list('Umsatz|Jahresumsatz|Nettoumsatz|Umsatz netto|Umsatzerlöse|Erlöse|Bruttoumsatz|Gesamtumsatz'),
    yearly: list('Umsatz YEAR|Umsatz netto YEAR|Nettoumsatz YEAR|Umsatz GJ YEAR|YEAR Umsatz'),
    thousands: list('in T€|TEUR|(Tsd. €)|in Tausend|(T€)'),
    millions: list('in Mio. €|(Mio. EUR)|in Millionen'),
    squareMeters: list('Verkaufsfläche|VK-Fläche|Nutzfläche|qm|Fläche (m²)|Verkaufsfläche in m²|Quadratmeter'),
    squareFeet: list('Fläche (sq ft)'),
    opened: list('Eröffnet|Eröffnung|Eröffnungsdatum|Eröffnet am'),
    currency: list('Währung'),
    currencies: [
      ['Euro', 'EUR'],
      ['€', 'EUR'],
      ['Schweizer Franken', 'CHF'],
      ['US-Dollar', 'USD'],
    ],
    period: list('Monat|Zeitraum|Periode'),
    months: list('Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez'),
    total: list('Summe|Gesamt|Gesamtsumme|Total'),
    leaks: list(
      'Kunden|Anzahl Kunden|Kundenfrequenz|Bons|Warenkorb|Durchschnittsbon|Rohertrag|Gewinn|Deckungsbeitrag|Marge|Rang|Mitarbeiter|VZÄ|Personalkosten|Umsatzplan|Budget|Umsatz Vorjahr|Umsatz je qm|Wareneinsatz|Bestand|Wachstum',
    ),
    others: list('Leitung|Telefon|Bemerkung|Kostenstelle'),
    parking: list('Parkplätze|Stellplätze|Sitzplätze'),
    gibberish: list('unbekannt!|folgt|ca. 9'),
  },
  fr: {
    signs: [' ', ','],
    id: list('Code|ID|Numéro magasin'),
    name: list('Magasin|Nom|Enseigne|Point de vente'),
    sales: list("Chiffre d'affaires|Chiffre d’affaires HT|CA|Ventes|Ventes annuelles|CA annuel|Recettes"),
    yearly: list("CA YEAR|Ventes YEAR|Chiffre d'affaires YEAR|CA HT YEAR"),
    thousands: list('en milliers|(k€)|en k€|en milliers d’euros'),
    millions: list('en millions|(M€)|en M€'),
    squareMeters: list('Surface|Surface de vente|Surface de vente (m²)|Surface m2'),
    squareFeet: list('Surface (pieds carrés)|Surface sq ft'),
    opened: list('Ouverture|Date d’ouverture|Ouvert le'),
    currency: list('Devise'),
    currencies: [
      ['euro', 'EUR'],
      ['franc suisse', 'CHF'],
      ['€', 'EUR'],
    ],
    period: list('Mois|Période'),
    months: list('janv.|févr.|mars|avr.|mai|juin|juil.|août|sept.|oct.|nov.|déc.'),
    total: list('Total|Somme|Total général'),
    leaks: list(
      'Clients|Nombre de clients|Tickets|Panier moyen|Marge brute|Bénéfice|Résultat net|Classement|Effectif|Budget|Prévision|Stock|Visiteurs|CA par m²|CA N-1|Transactions|Croissance|Commandes|Quantités vendues',
    ),
    others: list('Responsable|Téléphone|Remarques'),
    parking: list('Places de parking|Places assises'),
    gibberish: list('à voir|bientôt|env. 9'),
  },
  es: {
    signs: ['.', ','],
    id: list('Código|ID'),
    name: list('Tienda|Nombre|Establecimiento|Sucursal|Rótulo'),
    sales: list('Ventas|Ventas netas|Facturación|Facturación anual|Cifra de negocios|Ingresos|Ventas anuales'),
    yearly: list('Ventas YEAR|Facturación YEAR|Ventas netas YEAR|Cifra de negocios YEAR'),
    thousands: list('(miles)|en miles|(miles €)|(k€)'),
    millions: list('(M€)|en millones'),
    squareMeters: list('Superficie|Superficie (m²)|Metros cuadrados|Superficie de venta'),
    squareFeet: list('Superficie (pies cuadrados)'),
    opened: list('Apertura|Fecha de apertura|Fecha apertura'),
    currency: list('Moneda|Divisa'),
    currencies: [
      ['euro', 'EUR'],
      ['€', 'EUR'],
      ['USD', 'USD'],
    ],
    period: list('Mes|Periodo'),
    months: list('ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic'),
    total: list('Total|Suma|Total general'),
    leaks: list(
      'Clientes|Número de clientes|Tickets|Cesta media|Beneficio|Margen bruto|Resultado|Clasificación|Empleados|Personal|Presupuesto|Previsión|Inventario|Visitantes|Ventas por m²|Ventas año anterior|Pedidos|Transacciones|Crecimiento|Unidades vendidas',
    ),
    others: list('Encargado|Teléfono|Notas'),
    parking: list('Plazas de aparcamiento'),
    gibberish: list('pendiente|a confirmar'),
  },
  it: {
    signs: ['.', ','],
    id: list('Codice|ID|Codice negozio'),
    name: list('Negozio|Nome|Insegna|Punto vendita|Denominazione'),
    sales: list('Fatturato|Vendite|Ricavi|Ricavi netti|Vendite nette|Giro d’affari|Incassi'),
    yearly: list('Fatturato YEAR|Vendite YEAR|Ricavi YEAR|Ricavi netti YEAR'),
    thousands: list('(migliaia)|in migliaia|(migliaia di €)|(k€)'),
    millions: list('(milioni)|in milioni|(M€)'),
    squareMeters: list('Superficie|Superficie (mq)|Metri quadri|mq|Superficie di vendita (m²)'),
    squareFeet: list('Superficie (piedi quadrati)'),
    opened: list('Apertura|Data apertura|Data di apertura'),
    currency: list('Valuta'),
    currencies: [
      ['euro', 'EUR'],
      ['€', 'EUR'],
      ['franco svizzero', 'CHF'],
    ],
    period: list('Mese|Periodo'),
    months: list('gen|feb|mar|apr|mag|giu|lug|ago|set|ott|nov|dic'),
    total: list('Totale|Somma|Totale generale'),
    leaks: list(
      'Clienti|Numero di clienti|Scontrini|Carrello medio|Utile netto|Margine lordo|Risultato|Classifica|Dipendenti|Addetti|Budget|Previsione|Magazzino|Visitatori|Vendite per mq|Fatturato anno precedente|Ordini|Transazioni|Crescita|Pezzi venduti',
    ),
    others: list('Responsabile|Telefono|Note'),
    parking: list('Posti auto'),
    gibberish: list('da definire|presto'),
  },
};
