/** Who publishes what households of an economy spend by purpose. */
export interface SpendPublisher {
  readonly name: string;
  readonly licence: string;
  readonly attribution: string;
  readonly url: string;
  /** Edition of COICOP: divisions 8, 9 and 12 differ between them. */
  readonly edition: 1999 | 2018;
}

const WORLD_BANK = {
  licence: 'CC-BY-4.0',
  attribution: 'World Bank, International Comparison Program',
  url: 'https://www.worldbank.org/en/programs/icp/data',
  edition: 1999,
} as const;
const OECD = {
  licence: 'CC-BY-4.0',
  attribution: 'OECD, annual national accounts',
  url: 'https://data-explorer.oecd.org',
} as const;

export const SPEND_PUBLISHERS = {
  icp: { name: 'World Bank, International Comparison Program, expenditure by heading', ...WORLD_BANK },
  'eurostat-cp18': {
    name: 'Eurostat, final consumption expenditure of households by purpose (nama_10_cp18)',
    licence: 'Reuse with the source named',
    attribution: 'Eurostat, nama_10_cp18',
    url: 'https://ec.europa.eu/eurostat/databrowser/view/nama_10_cp18',
    edition: 2018,
  },
  'un-sna32': {
    name: 'United Nations, individual consumption expenditure of households by purpose (SNA table 3.2)',
    licence: 'Free with the source named',
    attribution: 'United Nations Statistics Division, UNdata, SNA table 3.2',
    url: 'https://data.un.org',
    edition: 1999,
  },
  'oecd-t5': { name: 'OECD, final consumption expenditure of households (table T501)', ...OECD, edition: 1999 },
  'oecd-t5a': { name: 'OECD, final consumption expenditure of households (table T5A)', ...OECD, edition: 2018 },
} as const satisfies Record<string, SpendPublisher>;
export type SpendPublisherCode = keyof typeof SPEND_PUBLISHERS;
