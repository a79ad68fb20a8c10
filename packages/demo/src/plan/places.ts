import type { Km } from './kilometers.ts';

/** Fictional administration of Maravea: states, their local government areas, and localities with their postcodes. */

/** User-assigned ISO 3166-1 code: never given to a real country. */
export const COUNTRY = { code: 'XM', name: 'Maravea', fullName: 'Republic of Maravea' } as const;
/** ISO 4217 code that is not in use; "X" begins codes outside any one country. */
export const CURRENCY = 'XMD';
export const TIME_ZONE = 'Pacific/Tahiti';

export interface StatePlan {
  readonly code: string;
  readonly name: string;
  readonly short: string;
}

export const STATES: readonly StatePlan[] = [
  { code: 'XM-1', name: 'Halcyon', short: 'HAL' },
  { code: 'XM-2', name: 'Ponant', short: 'PON' },
  { code: 'XM-3', name: 'Rāwhiti', short: 'RAW' },
];

/** Whose language most street names are in: English, French, Polynesian, or Portuguese whalers'. */
export type Flavour = 'english' | 'french' | 'polynesian' | 'portuguese';

export interface LocalGovernmentPlan {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly localities: readonly LocalityPlan[];
}

export interface LocalityPlan {
  readonly name: string;
  /** Where it began to grow. */
  readonly seed: Km;
  readonly postcode: string;
  readonly flavour: Flavour;
  /** A second postcode for the part beyond a line: east, west, north or south of the seed. */
  readonly second?: readonly ['east' | 'west' | 'north' | 'south', string];
}

const locality = (
  name: string,
  seed: Km,
  postcode: string,
  flavour: Flavour = 'english',
  second?: LocalityPlan['second'],
): LocalityPlan => ({ name, seed, postcode, flavour, ...(second === undefined ? {} : { second }) });

export const LOCAL_GOVERNMENTS: readonly LocalGovernmentPlan[] = [
  {
    code: 'XM-101',
    name: 'City of Port Halcyon',
    state: 'XM-1',
    localities: [
      locality('Port Halcyon', [-0.05, 0.1], '1000', 'english', ['north', '1001']),
      locality('Harbourside', [-0.95, -0.55], '1002'),
      locality('Northgate', [-0.5, 1.25], '1003'),
      locality('Riverside', [0.5, 1.7], '1003'),
      locality('Palmgrove', [-1.75, 0.5], '1004'),
      locality('University Heights', [-2.3, 1.45], '1004'),
      locality('Quarry Bay', [-1.9, -0.75], '1005'),
    ],
  },
  {
    code: 'XM-102',
    name: 'City of Eastbank',
    state: 'XM-1',
    localities: [
      locality('Eastbank', [1.5, 0.25], '1010'),
      locality('Lantern Hill', [1.9, 1.3], '1010'),
      locality('Saltworks', [1.95, -0.75], '1011'),
      locality('Coral Vale', [3.2, 0.75], '1012'),
      locality('Marlin Heights', [3.15, -0.5], '1012'),
      locality('Kōwhai Park', [5, 0.2], '1013', 'polynesian'),
      locality('Saltgrass Flats', [6.8, -0.5], '1013'),
      locality('Silverstrand', [4.8, -2.2], '1014'),
      locality('Beacon Head', [4.7, -3.9], '1014'),
      locality('Tarn', [5.4, 1.9], '1015'),
      locality('Millbrook', [3, 3], '1016'),
      locality('Orchard Hills', [4.2, 4.9], '1016'),
    ],
  },
  {
    code: 'XM-103',
    name: 'City of Westbourne',
    state: 'XM-1',
    localities: [
      locality('Westbourne', [-3.3, 0], '1020', 'english', ['west', '1021']),
      locality('Bellevue', [-3.4, -1.4], '1020', 'french'),
      locality('Wattlegrove', [-4.9, 0.2], '1021'),
      locality('Glenbrae', [-5.7, -1], '1022'),
      locality('Kererū Downs', [-7.7, -0.5], '1022', 'polynesian'),
      locality('Cliffhaven', [-3.2, -3.3], '1023'),
      locality('Longsands', [-5.1, -3.3], '1023'),
      locality('Motu Manu', [-5.9, -8.4], '1023', 'polynesian'),
      locality('Aerodrome', [-10.3, -2.1], '1024'),
      locality('Dunmarrow', [-14.4, -1], '1024'),
    ],
  },
  {
    code: 'XM-104',
    name: 'Northmead Council',
    state: 'XM-1',
    localities: [
      locality('Northmead', [-1.2, 3.2], '1030'),
      locality('Highfield', [-2.6, 3.7], '1030'),
      locality('Riverbend', [0.3, 4.2], '1030'),
      locality('Redstone', [-4.4, 2.3], '1031'),
      locality('Brackenridge', [-7.6, 2.6], '1031'),
      locality('Marrow Bridge', [-2.8, 5.8], '1032'),
      locality('Upper Waimarō', [-5.1, 7.4], '1032', 'polynesian'),
      locality('Waimarō Forest', [-3.4, 10], '1032', 'polynesian'),
      locality('Fernlea', [-12.4, 3.6], '1033'),
    ],
  },
  {
    code: 'XM-105',
    name: 'Shire of Greywell',
    state: 'XM-1',
    localities: [
      locality('Greywell', [8, 5.8], '1040', 'english', ['east', '1041']),
      locality('Greywell South', [9, 4.7], '1041'),
      locality('Ashmere', [2, 7.6], '1042'),
      locality('Halcyon Ranges', [5.4, 11], '1042'),
      locality('Cold Springs', [8.6, 2], '1043'),
      locality('Larkspur', [11, -2.2], '1044'),
      locality('Sainfoin', [13.2, 5.1], '1045', 'french'),
    ],
  },
  {
    code: 'XM-201',
    name: 'Shire of Belcombe',
    state: 'XM-2',
    localities: [
      locality('Belcombe', [-19.3, 1.9], '2000', 'english', ['west', '2001']),
      locality('Belcombe North', [-18.2, 2.8], '2002'),
      locality('Whalers Point', [-20.9, 3], '2001', 'portuguese'),
      locality('Marram', [-16.4, 0.6], '2003'),
      locality('Val-Gris', [-16.8, 5.6], '2003', 'french'),
    ],
  },
  {
    code: 'XM-202',
    name: 'Commune du Cap-Ouest',
    state: 'XM-2',
    localities: [
      locality('Cap-des-Vents', [-24, 7.5], '2010', 'french'),
      locality('Les Trois-Pins', [-21.4, 6.4], '2010', 'french'),
      locality('La Ravine', [-22.3, 11.4], '2011', 'french'),
      locality('Morne-Brume', [-17.3, 10], '2011', 'french'),
    ],
  },
  {
    code: 'XM-203',
    name: 'Commune de la Haute-Côte',
    state: 'XM-2',
    localities: [
      locality('Anse-Clairvent', [-8, 14.3], '2020', 'french'),
      locality('Les Mouettes', [-9.5, 15], '2021', 'french'),
      locality('Baie-Claire', [-6.5, 14.7], '2020', 'french'),
      locality('Port-Corail', [-17.2, 15.5], '2022', 'french'),
      locality('Belle-Houle', [-12.8, 15.7], '2021', 'french'),
      locality('Forêt-Haute', [-10.8, 11.6], '2023', 'french'),
    ],
  },
  {
    code: 'XM-301',
    name: 'Ōtamea District',
    state: 'XM-3',
    localities: [
      locality('Ōtamea', [16, 9.7], '3000', 'polynesian', ['south', '3001']),
      locality('Ōtamea West', [15.1, 8.5], '3001', 'english'),
      locality('Te Puna', [16.5, 11.7], '3002', 'polynesian'),
      locality('Les Roseaux', [11.4, 8.7], '3003', 'french'),
      locality('Saltmarsh', [20.2, 5.2], '3004'),
      locality('Hauwai', [17.2, 4.6], '3004', 'polynesian'),
      locality('Pebble Bay', [17, 0.6], '3005'),
    ],
  },
  {
    code: 'XM-302',
    name: 'Te Rae District',
    state: 'XM-3',
    localities: [
      locality('Te Matau', [-1.2, 19.2], '3010', 'polynesian'),
      locality('Whangarimu', [4.8, 16.4], '3010', 'polynesian'),
      locality('Kōpuni', [11.2, 16.2], '3011', 'polynesian'),
      locality('Rākautapu', [17.4, 15.2], '3012', 'polynesian'),
      locality('Maunga Kohu', [8.6, 13.4], '3011', 'polynesian'),
    ],
  },
  {
    code: 'XM-303',
    name: 'Tuaro Island Council',
    state: 'XM-3',
    localities: [
      locality('Vaimoana', [25, 13.2], '3020', 'polynesian'),
      locality('Ana Roa', [30.1, 14.4], '3021', 'polynesian'),
      locality('Hakatea', [27.8, 11.5], '3021', 'polynesian'),
    ],
  },
];
