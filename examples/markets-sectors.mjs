// The catalogue of sectors: codes, names, and what the models assume of each. Free.
//
// You learn: which codes other actions take.
import { hinterland } from './lib/connect.mjs';
import { number, table } from './lib/print.mjs';

const { result } = await hinterland.execute('markets.sectors', { group: 'food', parameters: true, mapping: true });

// `stores` counts those of the territory. `alpha` and `beta` weigh floor area and distance in the market model;
// `mapping` names the counterparts in official classifications.
table(
  ['code', 'name', 'stores', 'alpha', 'beta', 'reach, min', 'NACE 2.1'],
  result.sectors.map(({ code, name, stores, parameters, mapping }) => [
    code,
    name,
    stores,
    number(parameters.alpha, 2),
    number(parameters.beta, 2),
    parameters.tmaxMinutes,
    mapping.nace21.join(' '),
  ]),
);
