import { expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { parseParts, parseQuery } from './query.ts';
import { searchAddresses } from './search.ts';
import { street } from './testing/townSearch.ts';

/** Country, the postcode that is held, another one of the same street, and ways to write the first. */
const POSTCODES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['US', '07302', '07030', ['07302', '7302', '7302.0', '07302-1234', '7302-1234', 'NJ 7302']],
  ['US', '00501', '10501', ['00501', '0501', '501', '501.0']],
  ['DE', '01067', '10671', ['01067', '1067', 'D-01067', 'D-1067', '1067.0', 'DE-01067']],
  ['FR', '06000', '60000', ['06000', '6000', 'F-06000', '06 000', '6000.0']],
  ['ES', '08001', '80010', ['08001', '8001', 'E-08001', '8001.0']],
  ['IT', '00184', '18400', ['00184', '184', 'I-00184', '0184']],
  ['FI', '00100', '01000', ['00100', '100', 'FI-00100', 'FIN-00100']],
  ['NO', '0155', '1550', ['0155', '155', 'N-0155', 'NO-0155', '155.0']],
  ['DK', '0800', '8000', ['0800', '800', 'DK-0800']],
  ['AU', '0800', '8000', ['0800', '800', 'NT 800']],
  ['ZA', '0001', '1000', ['0001', '0001.0']],
  ['MX', '06050', '60500', ['06050', '6050', 'C.P. 06050']],
  ['PE', '07001', '70010', ['07001', '7001']],
  ['TR', '06420', '64200', ['06420', '6420']],
  ['KR', '04524', '45240', ['04524', '4524', '4524.0']],
  ['UA', '01001', '10010', ['01001', '1001']],
  ['EE', '10141', '10142', ['10141', 'EE-10141', '10141.0']],
  ['LT', '01103', '11030', ['01103', 'LT-01103', '1103', 'LT-1103']],
  ['LV', 'LV-1010', 'LV-1011', ['LV-1010', 'LV1010', '1010', 'LV 1010']],
  ['PL', '00-950', '10-950', ['00-950', '00950', '00 950', 'PL-00-950']],
  ['PL', '80-827', '80-828', ['80-827', '80827', '80 827']],
  ['CZ', '110 00', '120 00', ['110 00', '11000', '110-00', 'CZ-11000']],
  ['SK', '040 01', '040 11', ['040 01', '04001', '4001', '4001.0']],
  ['GR', '105 63', '105 64', ['105 63', '10563', 'GR-10563']],
  ['SE', '903 30', '903 31', ['903 30', '90330', 'S-903 30', 'SE-90330']],
  ['NL', '1012 AB', '1012 AC', ['1012 AB', '1012AB', '1012-ab', 'NL-1012 AB']],
  ['NL', '1012AB', '1012AC', ['1012 AB', '1012AB']],
  ['GB', 'SW1A 1AA', 'SW1A 2AA', ['SW1A 1AA', 'SW1A1AA', 'sw1a-1aa']],
  ['CA', 'K1A 0B1', 'K1A 0B2', ['K1A 0B1', 'K1A0B1', 'K1A-0B1']],
  ['IE', 'D02 AF30', 'D02 AF31', ['D02 AF30', 'D02AF30']],
  ['PT', '1100-048', '1100-049', ['1100-048', '1100048', '1100 048']],
  ['BR', '01310-100', '01310-200', ['01310-100', '01310100', '1310-100', '1310100', '01310 100']],
  ['JP', '100-0005', '100-0006', ['100-0005', '1000005', '〒100-0005', '〒１００－０００５']],
  ['JP', '060-0001', '600-0010', ['060-0001', '0600001', '600001']],
  ['IN', '110001', '110002', ['110001', '110 001', '110-001', '११०००१']],
  ['IN', '560 001', '560 002', ['560 001', '560001']],
  ['RU', '420000', '420001', ['420000', '420 000', '420000.0']],
  ['KZ', '050000', '500000', ['050000', '50000']],
  ['RO', '010011', '100110', ['010011', '10011', '10011.0']],
  ['CH', '8001', '8002', ['8001', 'CH-8001', '8001.0']],
  ['AT', '1010', '1020', ['1010', 'A-1010', 'AT-1010']],
  ['EG', '11511', '11512', ['11511', '١١٥١١']],
  ['BD', '1205', '1206', ['1205', '১২০৫', 'Dhaka-1205'.slice(6)]],
];

it.each(POSTCODES)('%s: %s, not %s', (country, code, other, texts) => {
  const name = country === 'JP' ? '丸の内' : 'Lungarno';
  const territory = addressTown(
    [
      ...street(name, ['5', '7'], { locality: 'Hillside', postcode: other, lat: 1 }),
      ...street(name, ['5', '7'], { locality: 'Riverton', postcode: code, lat: 2 }),
      ...street('Quay', ['1'], { locality: 'Riverton', postcode: code, lat: 2 }),
    ],
    { manifest: { countries: [country] } },
  );
  for (const text of texts) {
    const asked = [
      parseQuery(`${name} 5, ${text} `, [country]),
      parseQuery(`5 ${name}, ${text} `, [country]),
      parseParts({ street: name, number: '5', postcode: text }, [country]),
    ];
    for (const query of asked) {
      const [first, second] = searchAddresses(territory, query, { limit: 3 });
      const { addresses, texts: names } = territory;
      expect([text, names.text.at(addresses.postcode[first!.address]!), first!.number]).toEqual([text, code, 'exact']);
      expect([text, (second?.confidence ?? 0) < first!.confidence - 0.02]).toEqual([text, true]);
    }
  }
});
