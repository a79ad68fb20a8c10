import { peopleLiving, residentsByLimit, type Telling } from '@hinterland/answers/words';
import { grainSection } from '../catchments/tellGrain.ts';
import type { PointOutput } from '../enrichment/point.ts';
import { tellListings } from '../listings/tell.ts';
import { tellBrands, tellSectors } from '../markets/tell.ts';
import { tellTables } from '../people/tell.ts';
import { forecastSections } from '../sales/tell.ts';

/** Who lives within reach, and every section asked for, each told as its own action tells it. */
export function tell(result: PointOutput): Telling {
  const { catchment, people, economy, sectors, brands, realestate, territory } = result;
  const { bands, residents, method } = catchment;
  return {
    sentence: peopleLiving({ ...bands.at(-1), residents }, method.mode, '/catchment/residents'),
    sections: [
      { parts: [{ kind: 'picture', picture: 'outlines', pointer: '/catchment' }] },
      {
        title: { text: 'chart.residents' },
        parts: [residentsByLimit(bands.map((band) => ({ ...band, residents: band.cumulativeResidents })))],
      },
      ...grainSection(bands),
      ...(people === undefined ? [] : tellTables(people, territory.currency, '/people')),
      ...(economy === undefined ? [] : tellTables(economy, territory.currency, '/economy')),
      ...(sectors === undefined ? [] : tellSectors(sectors, territory.currency, '/sectors')),
      ...forecastSections(result),
      ...(brands === undefined ? [] : tellBrands(brands, '/brands')),
      ...(realestate === undefined
        ? []
        : [
            { title: { text: 'homes.title' }, parts: [] } as const,
            ...tellListings(realestate, territory.currency, '/realestate'),
          ]),
    ],
  };
}
