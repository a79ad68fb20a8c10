import type { SectorCode } from '@hinterland/catalogue';

/** Where stores of a sector are found: in every suburb, in towns, or mostly in the capital's center. */
export type Reach = 'local' | 'town' | 'center' | 'estate';

export interface SectorSupply {
  readonly code: SectorCode;
  /** Stores per 10,000 residents. */
  readonly per10000: number;
  readonly reach: Reach;
  /** Fictional chains, the largest first, and the share of all stores that is theirs. */
  readonly chains: readonly string[];
  readonly chainShare: number;
  /** What an independent store of the sector calls itself after its owner or place; "" for the name alone. */
  readonly words: readonly string[];
}

const supply = (
  code: SectorCode,
  per10000: number,
  reach: Reach,
  chainShare: number,
  chains: string,
  words: string,
): SectorSupply => ({
  code,
  per10000,
  reach,
  chains: chains === '' ? [] : chains.split(', '),
  chainShare,
  words: words.split(', '),
});

/**
 * Shops of Maravea per sector: densities as in a middling country, with invented chains. Guesses: the demo shows what
 * results look like, not what any place is like.
 */
export const DEMO_SUPPLY: readonly SectorSupply[] = [
  supply(
    'food.supermarket',
    1.9,
    'local',
    0.88,
    'Maresol, Halcyon Fare, Brindlemart, Panier du Large',
    'Foods, Market Hall',
  ),
  supply('food.convenience', 2.8, 'local', 0.35, 'Cornerlight, Quickquay', 'Corner Shop, Mini Market'),
  supply('food.bakery', 2.6, 'local', 0.3, 'Crustwell, Fournil Ponant', 'Bakery, Boulangerie'),
  supply('food.butcher', 1, 'local', 0.1, 'Chopperley', 'Butchers, Meats'),
  supply('food.greengrocer', 0.8, 'local', 0.1, 'Leafbarrow', 'Fruit and Veg, Greens'),
  supply('food.fishmonger', 0.5, 'town', 0.1, 'Tidecatch', 'Fish, Seafoods'),
  supply('food.delicatessen', 0.9, 'town', 0.15, 'Larderly', 'Delicatessen, Fine Foods'),
  supply('food.confectionery', 0.5, 'town', 0.4, 'Sugarwharf', 'Sweets, Chocolates'),
  supply('food.drinks', 0.9, 'local', 0.6, 'Corkmoor, Barrelry', 'Wines, Cellars'),
  supply('food.tobacco', 0.6, 'local', 0.2, 'Emberly', 'Tobacco'),
  supply('general.department_store', 0.2, 'center', 0.75, 'Averill and Moth', 'Department Store'),
  supply('general.variety_store', 0.7, 'town', 0.75, 'Oddment, Pennyreef', 'Bazaar'),
  supply(
    'fashion.clothing',
    4.6,
    'center',
    0.5,
    'Loomworth, Selvedge Row, Petticove, Wrenfield',
    'Clothing, Mode, Outfitters',
  ),
  supply('fashion.shoes', 1.1, 'center', 0.6, 'Solecraft Bay, Strideway', 'Shoes'),
  supply('fashion.bags', 0.4, 'center', 0.4, 'Satchelry', 'Leather Goods'),
  supply('fashion.jewellery', 0.9, 'center', 0.35, 'Glintmere', 'Jewellers, Watches'),
  supply('fashion.second_hand', 0.9, 'town', 0.5, 'Second Tide', 'Thrift, Antiques'),
  supply('home.furniture', 0.9, 'estate', 0.5, 'Hearthwell, Oaken Lane', 'Furniture, Beds'),
  supply('home.diy', 0.9, 'estate', 0.6, 'Nail and Plank, Spannerton', 'Hardware, Building Supplies'),
  supply('home.garden', 0.4, 'estate', 0.45, 'Fernhollow', 'Garden Centre, Nursery'),
  supply('home.florist', 0.9, 'local', 0.1, 'Petalwharf', 'Flowers, Florist'),
  supply('home.household', 0.9, 'town', 0.45, 'Candlewick House', 'Home, Interiors'),
  supply('home.electronics', 0.8, 'town', 0.65, 'Voltmere, Ohmstead', 'Electronics, Computers'),
  supply('home.mobile_phones', 0.9, 'center', 0.8, 'Maravea Mobile, Pingwell', 'Phones'),
  supply('home.pets', 0.5, 'town', 0.6, 'Pawsworth', 'Pets'),
  supply('health.pharmacy', 2.4, 'local', 0.5, 'Wellhaven, Tonicum', 'Pharmacy, Pharmacie'),
  supply('health.cosmetics', 0.9, 'center', 0.7, 'Rosewater Row, Lotionne', 'Cosmetics, Perfumes'),
  supply('health.optician', 1.1, 'town', 0.65, 'Clearsight Harbour, Lensbury', 'Opticians, Eyewear'),
  supply('health.doctor', 4, 'local', 0.05, 'Harbour Family Clinics', 'Medical Practice, Family Doctors'),
  supply('health.dentist', 2.6, 'local', 0.1, 'Brightmolar', 'Dental'),
  supply('health.veterinary', 0.7, 'local', 0.1, 'Tailwind Vets', 'Veterinary Clinic'),
  supply('services.hairdresser', 6, 'local', 0.1, 'Snipside', 'Hair, Barbers, Coiffure'),
  supply('services.beauty', 3.2, 'local', 0.12, 'Glowery', 'Beauty, Nails, Massage'),
  supply('services.laundry', 0.9, 'local', 0.3, 'Sudsford', 'Laundry, Dry Cleaning'),
  supply('services.bank', 1.6, 'town', 0.97, 'Bank of Maravea, Ponant Mutual, Rāwhiti Savings', 'Credit Union'),
  supply('services.post', 0.8, 'local', 1, 'Maravea Post', 'Parcels'),
  supply('services.travel', 0.6, 'center', 0.5, 'Farsail', 'Travel'),
  supply('services.real_estate', 2, 'town', 0.45, 'Keystone and Cove, Roofline', 'Realty, Immobilier'),
  supply('services.insurance', 1, 'town', 0.7, 'Anchorsure', 'Insurance'),
  supply('services.childcare', 2.3, 'local', 0.2, 'Little Limpets', 'Kindergarten, Early Learning'),
  supply('services.repair', 1, 'town', 0.25, 'Cobble and Key', 'Shoe Repair, Tailor, Locksmith'),
  supply('horeca.restaurant', 9, 'center', 0.06, 'Brasserie Ponant', 'Restaurant, Kitchen, Table, Grill'),
  supply('horeca.fast_food', 5, 'town', 0.5, 'Burgerwick, Wok Lagoon, Chipquay', 'Takeaway, Noodles, Pizza'),
  supply('horeca.cafe', 6, 'center', 0.25, 'Beanharbour, Café Alizé', 'Café, Coffee'),
  supply('horeca.bar', 3.2, 'center', 0.05, 'The Gannet', 'Bar, Arms, Tavern'),
  supply('horeca.ice_cream', 0.5, 'center', 0.4, 'Coneswell', 'Ices, Gelato'),
  supply('horeca.hotel', 1.5, 'center', 0.2, 'Trade Winds Hotels', 'Hotel, Lodge, Guest House'),
  supply('leisure.gym', 1.3, 'town', 0.6, 'Ironreef, Pulsemoor', 'Gym, Fitness'),
  supply('leisure.books', 0.9, 'town', 0.4, 'Quillhouse', 'Books, News and Stationery'),
  supply('leisure.toys', 0.4, 'center', 0.6, 'Tumbletop', 'Toys'),
  supply('leisure.sports', 0.6, 'town', 0.6, 'Stridewell Outdoor', 'Sports, Surf'),
  supply('leisure.cinema', 0.2, 'center', 0.7, 'Starreel', 'Cinema'),
  supply('leisure.gifts', 1.4, 'center', 0.1, 'Keepsake Quay', 'Gifts, Crafts, Music'),
  supply('leisure.bicycles', 0.4, 'town', 0.3, 'Spokewell', 'Cycles'),
  supply('auto.fuel', 1.3, 'local', 0.92, 'Petromar, Gullwing Fuels', 'Service Station'),
  supply('auto.dealer', 1.2, 'estate', 0.55, 'Motorhaven, Autocove', 'Cars, Motors'),
  supply('auto.repair', 3, 'estate', 0.2, 'Treadwright', 'Garage, Auto Repairs'),
  supply('auto.parts', 0.6, 'estate', 0.6, 'Sparkplugg', 'Car Parts'),
  supply('auto.wash', 0.5, 'estate', 0.5, 'Splashlane', 'Car Wash'),
  supply('auto.motorcycle', 0.3, 'estate', 0.2, 'Twostroke', 'Motorcycles'),
];

/** Owners and places that independent stores are named after. */
export const OWNERS = `Abernathy, Ariki, Aubert, Bellamy, Blythe, Brandt, Cardoso, Castaing, Coverdale, Delmas, Duarte,
Ellery, Fairweather, Faleolo, Ferreira, Garland, Hanrahan, Hartigan, Hinewai, Hollis, Ishida, Jardine, Kahurangi, Kealoha,
Lachance, Lomas, Mahana, Marlow, Merrick, Moana, Morvan, Nakoa, Oakes, Okoro, Parata, Pereira, Pomare, Quigley, Rangi,
Redfern, Sabourin, Salazar, Seddon, Silveira, Tamatea, Teague, Tregear, Vairua, Vance, Whitlock, Winslow, Yarrow`
  .split(',')
  .map((name) => name.trim());
