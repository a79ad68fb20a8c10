/** User-assigned ISO 3166-1 code: never given to a real country. */
export const COUNTRY = { code: 'XM', name: 'Maravea', fullName: 'Republic of Maravea' } as const;
/** ISO 4217 code that is not in use; "X" begins codes outside any one country. */
export const CURRENCY = 'XMD';
export const TIME_ZONE = 'Pacific/Tahiti';

export interface State {
  readonly code: string;
  readonly name: string;
  readonly short: string;
}

export const STATES: readonly State[] = [
  { code: 'XM-1', name: 'Halcyon', short: 'HAL' },
  { code: 'XM-2', name: 'Ponant', short: 'PON' },
  { code: 'XM-3', name: 'Rāwhiti', short: 'RAW' },
];

export interface LocalGovernment {
  readonly code: string;
  readonly name: string;
  /** Code of its state. */
  readonly state: string;
}

export const LOCAL_GOVERNMENTS: readonly LocalGovernment[] = [
  { code: 'XM-101', name: 'City of Port Halcyon', state: 'XM-1' },
  { code: 'XM-102', name: 'City of Eastbank', state: 'XM-1' },
  { code: 'XM-103', name: 'City of Westbourne', state: 'XM-1' },
  { code: 'XM-104', name: 'Northmead Council', state: 'XM-1' },
  { code: 'XM-105', name: 'Shire of Greywell', state: 'XM-1' },
  { code: 'XM-201', name: 'Shire of Belcombe', state: 'XM-2' },
  { code: 'XM-202', name: 'Commune du Cap-Ouest', state: 'XM-2' },
  { code: 'XM-203', name: 'Commune de la Haute-Côte', state: 'XM-2' },
  { code: 'XM-301', name: 'Ōtamea District', state: 'XM-3' },
  { code: 'XM-302', name: 'Te Rae District', state: 'XM-3' },
  { code: 'XM-303', name: 'Tuaro Island Council', state: 'XM-3' },
];
