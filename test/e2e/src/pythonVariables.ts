import { type ActionContext, actions, outputPlan } from '@hinterland/actions';
import type { Plan } from '@hinterland/answers/plan';
import { itemPlanOf, itemsOf, type WideFigure, wideFigures } from '@hinterland/answers/wide';

const LAT = -36.2;
const LNG = -151.7;
const TOWN = { lat: LAT, lng: LNG };
const reach = { origins: [TOWN], bandSeconds: [300, 600] };
const ofIds = (...ids: readonly string[]) => ids.map((id, i) => ({ id, lat: LAT + i / 200, lng: LNG }));

/** Own stores with their sales, as many as a model needs. */
const SALES = [54, 61, 43, 72, 39, 48, 56, 31, 35, 47].map((sales, i) => ({
  id: `s${i}`,
  lat: LAT + (i % 4) / 150,
  lng: LNG + (i - 5) / 150,
  sales: sales * 1e5,
  squareMeters: 650 + 90 * ((i * 7) % 10),
}));

/** Questions on the demo whose answers hold what a function can say: all topics, and a sector, a brand and a place by the names below. */
const QUESTIONS: Readonly<Record<string, { readonly list?: string; readonly inputs: readonly object[] }>> = {
  'analysis.isochrone': { inputs: [reach, { ...reach, mode: 'transit', compareModes: true }] },
  'analysis.people_economy': { inputs: [reach] },
  'analysis.markets_sector': { inputs: [{ ...reach, sectors: ['food.bakery'], mixSectors: ['food.bakery'] }] },
  'analysis.category_mix': { inputs: [{ ...reach, categories: ['food.bakery'] }] },
  'analysis.markets_brands': { inputs: [{ ...reach, brands: ['Halcyon Fare'] }] },
  'markets.changes': { inputs: [reach] },
  'analysis.realestate': { inputs: [reach] },
  'network.nearest': {
    inputs: [
      { origins: [TOWN], sectorCode: 'food.bakery', count: 2 },
      { origins: [TOWN], destinations: ofIds('place', 'other') },
    ],
  },
  'enrich.point': {
    inputs: [
      {
        ...TOWN,
        bandSeconds: [300, 600],
        include: ['people', 'economy', 'sectors', 'brands', 'realestate'],
        sectors: ['food.bakery'],
        brands: ['Halcyon Fare'],
        detail: 'full',
      },
    ],
  },
  'search.resolve_address': { inputs: [{ query: '56 Northern Road, Port Halcyon', continent: 'oceania' }] },
  'search.addresses': { inputs: [{ query: '56 Northern Road, Port Halcyon', continent: 'oceania' }] },
  'search.reverse_address': { inputs: [TOWN] },
  'network.coverage': { list: 'stores', inputs: [{ stores: ofIds('a', 'b', 'c'), minutes: 8 }] },
  'network.matrix': { list: 'origins', inputs: [{ origins: ofIds('a', 'b'), destinations: ofIds('place') }] },
  'site.rank': { list: 'candidates', inputs: [{ candidates: ofIds('a', 'b'), sectorCode: 'food.bakery' }] },
  'analysis.site_comparison': {
    list: 'candidates',
    inputs: [{ candidates: ofIds('a', 'b'), bandSeconds: [300, 600], sectorCode: 'food.bakery' }],
  },
  'analysis.brand_coverage': {
    list: 'ownPoints',
    inputs: [{ brand: 'Halcyon Fare', ownPoints: ofIds('a', 'b'), minutes: 8 }],
  },
  'market.calibrate': { list: 'stores', inputs: [{ stores: SALES, sectorCode: 'food.supermarket' }] },
};

type Row = readonly string[];

/** The catalogue of the columns of answers: a row for each, as `hinterland/_variables.py` names its members. */
export function pythonVariables(context: ActionContext, functions: Readonly<Record<string, string>>): readonly Row[] {
  const { result } = find('markets.sectors').run(context, find('markets.sectors').input.parse({}));
  const nameOf = namer(
    (result as { readonly sectors: readonly { readonly code: string }[] }).sectors.map(({ code }) => code),
  );
  return Object.entries(functions).flatMap(([name, id]) => {
    const figures =
      id in QUESTIONS ? answered(context, id) : itemsSaid(outputPlan(find(id)).members.get('places')!.items!);
    const rows = new Map<string, Row>();
    for (const { name: column, title, unit, about } of figures) {
      const named = nameOf(column);
      const { topic = '', base = '', method = '' } = about;
      if (rows.has(named)) continue;
      const said = about.unit ?? unit.replace(/\bXMD\b/g, 'currency');
      rows.set(named, [name, id, named.replace(/\{\w+\}/g, '*'), named, title, topic, said, base, method]);
    }
    return [...rows.values()].toSorted((a, b) => (a[3]! < b[3]! ? -1 : 1));
  });
}

const find = (id: string) => actions.find((action) => action.id === id)!;

function answered(context: ActionContext, id: string): readonly WideFigure[] {
  const action = find(id);
  const plan = outputPlan(action);
  const { list, inputs } = QUESTIONS[id]!;
  return inputs.flatMap((input) => {
    const { result } = action.run(context, action.input.parse(input));
    if (list === undefined) return wideFigures(result, plan);
    return itemsOf(result, list).flatMap((item) => wideFigures(item.figures, itemPlanOf(plan, list)));
  });
}

/** The members of a list of places, as `places_of` of the package names them. */
function itemsSaid(plan: Plan, before = ''): readonly WideFigure[] {
  return [...plan.members].flatMap(([name, inner]) => {
    const column = before + name.replace(/([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);
    const alone = new Map([[name, inner]]);
    if (inner.members.size > 0 && inner.items === null) return itemsSaid(inner, `${column}_`);
    const [said] = wideFigures({ [name]: inner.items === null ? 1 : 'text' }, { ...plan, members: alone });
    if (said === undefined) return [];
    const { unitFrom } = inner.figure;
    return [{ ...said, name: column, unit: unitFrom === undefined ? said.unit : `{${unitFrom}}` }];
  });
}

const BAND = String.raw`_\d+(?:to\d+)?(?:min|s|km|m)`;
const AREA = '_(?:country|state|local_government_area|polygon|area_\\d+)';

/** Makes what names columns by what was asked: {limit} stands for a band, or an area that figures are compared with. */
function namer(sectors: readonly string[]): (column: string) => string {
  const codes = sectors.map((code) => code.replace(/[^a-z0-9]+/g, '_')).toSorted((a, b) => b.length - a.length);
  const asked: readonly (readonly [RegExp, string])[] = [
    [new RegExp(`(?<![a-z])(?:${codes.join('|')})(?![a-z])`, 'g'), '{sector}'],
    [/(?<![a-z])halcyon_fare(?![a-z])/g, '{brand}'],
    [/^(destinations|nearest)_(?:place|other)_/, '$1_{id}_'],
    [/^nearest_\d+_/, 'nearest_{rank}_'],
    [new RegExp(`${BAND}${AREA}$`), '_{limit}_{area}'],
    [new RegExp(`(?:${BAND}|${AREA})$`), '_{limit}'],
  ];
  return (column) => asked.reduce((name, [found, token]) => name.replace(found, token), column);
}
