import { NO_DAY } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import { type FileSource, labelOf } from '../files/source.ts';
import type { ListingPoint } from '../inputs/listings.ts';
import type { SubjectCounter } from '../report/subjectCounter.ts';
import { alike, MappedRow } from '../tables/mappedRow.ts';
import { cellNumber } from '../tables/numberText.ts';
import { readTable } from '../tables/readTable.ts';
import { dayOfText } from './dates.ts';
import { listingSource } from './listingSource.ts';

const COLUMNS = [
  'id_mutation',
  'date_mutation',
  'nature_mutation',
  'valeur_fonciere',
  'adresse_numero',
  'adresse_suffixe',
  'adresse_nom_voie',
  'code_postal',
  'nom_commune',
  'type_local',
  'surface_reelle_bati',
  'nombre_pieces_principales',
  'longitude',
  'latitude',
] as const;
type Column = (typeof COLUMNS)[number];
type Row = Readonly<Record<Column, string>> & { readonly row: number };

const TYPES: Readonly<Record<string, 'house' | 'apartment'>> = { Maison: 'house', Appartement: 'apartment' };

/**
 * One sale spans several rows, one per building part and lot, and
 * each repeats the price of the whole. Kept are sales of exactly one dwelling; its cellars and garages are part of it.
 */
export const dvf = listingSource({
  from: 'dvf',
  says: 'Demandes de valeurs foncières géolocalisées (France)',
  schema: {},
  read: (_, { file, counter }, push) => readDvf(file, counter, push),
});

async function readDvf(
  source: FileSource,
  counter: SubjectCounter,
  push: (listing: ListingPoint) => void,
): Promise<void> {
  const label = labelOf(source);
  let sale: Row[] = [];
  const finish = () => {
    if (sale.length > 0) take(sale, label, counter, push);
    sale = [];
  };
  await readTable(source, {}, (header) => {
    const mapped = new MappedRow(label, header, alike(COLUMNS));
    return (record) => {
      mapped.goTo(record);
      const named = Object.fromEntries(COLUMNS.map((name) => [name, mapped.text(name)]));
      if (sale.length > 0 && sale[0]!.id_mutation !== named.id_mutation) finish();
      sale.push({ ...named, row: record.row } as Row);
    };
  });
  finish();
}

function take(
  sale: readonly Row[],
  label: string,
  counter: SubjectCounter,
  push: (listing: ListingPoint) => void,
): void {
  const first = sale[0]!;
  const ref = `row ${first.row} (${first.id_mutation})`;
  if (first.nature_mutation !== 'Vente') {
    counter.dropped('no plain sale', ref);
    return;
  }
  // The same part of a building stands once per lot and per plot of land.
  const part = (row: Row) =>
    [
      row.type_local,
      row.surface_reelle_bati,
      row.nombre_pieces_principales,
      row.adresse_numero,
      row.adresse_suffixe,
    ].join('|');
  const dwellings = [
    ...new Map(sale.filter(({ type_local }) => type_local in TYPES).map((row) => [part(row), row])).values(),
  ];
  const others = sale.some(
    ({ type_local }) => type_local !== '' && type_local !== 'Dépendance' && !(type_local in TYPES),
  );
  if (dwellings.length !== 1 || others) {
    counter.dropped(dwellings.length === 0 ? 'no dwelling was sold' : 'several things were sold for one price', ref);
    return;
  }
  const dwelling = dwellings[0]!;
  const number = (name: Column) => {
    const value = cellNumber(dwelling[name], {});
    if (value !== undefined) return value;
    throw new ImportError(
      `${label}, row ${dwelling.row}, column "${name}": "${dwelling[name]}" is no number. Fetch the file again.`,
    );
  };
  const positive = (value: number) => (value > 0 ? value : Number.NaN);
  push({
    kind: 'sale',
    state: 'transaction',
    type: TYPES[dwelling.type_local]!,
    price: positive(number('valeur_fonciere')),
    floorAreaSquareMeters: positive(number('surface_reelle_bati')),
    rooms: positive(number('nombre_pieces_principales')),
    day: dayOfText(dwelling.date_mutation, 'year_first') ?? NO_DAY,
    daysOnMarket: -1,
    open: false,
    lng: number('longitude'),
    lat: number('latitude'),
    address: {
      number: `${dwelling.adresse_numero}${dwelling.adresse_suffixe === '' ? '' : ` ${dwelling.adresse_suffixe}`}`,
      numberLast: '',
      unit: '',
      street: dwelling.adresse_nom_voie,
      locality: dwelling.nom_commune,
      postcode: dwelling.code_postal,
    },
    id: dwelling.id_mutation,
    ref,
  });
}
