import type { Sector, SectorCode } from './sectors.ts';

/**
 * Where the customers of a sector come from. `residents`: from their homes. `mixed`: partly on the way to work, school or other shops.
 * `passing`: largely workers, shoppers and visitors. `guests`: hardly any live near.
 */
export type Customers = 'residents' | 'mixed' | 'passing' | 'guests';

const OTHERS: Readonly<Partial<Record<SectorCode, Customers>>> = {
  'food.convenience': 'mixed',
  'food.bakery': 'mixed',
  'food.delicatessen': 'mixed',
  'food.confectionery': 'mixed',
  'food.tobacco': 'mixed',
  'health.pharmacy': 'mixed',
  'health.cosmetics': 'mixed',
  'health.optician': 'mixed',
  'health.doctor': 'mixed',
  'health.dentist': 'mixed',
  'services.hairdresser': 'mixed',
  'services.beauty': 'mixed',
  'services.bank': 'passing',
  'services.post': 'passing',
  'services.repair': 'mixed',
  'services.childcare': 'mixed',
  'leisure.gym': 'mixed',
  'auto.fuel': 'mixed',
  'fashion.clothing': 'passing',
  'fashion.shoes': 'passing',
  'fashion.bags': 'passing',
  'fashion.jewellery': 'passing',
  'general.department_store': 'passing',
  'horeca.restaurant': 'passing',
  'horeca.fast_food': 'passing',
  'horeca.cafe': 'passing',
  'horeca.bar': 'passing',
  'horeca.ice_cream': 'passing',
  'leisure.books': 'passing',
  'leisure.cinema': 'passing',
  'leisure.gifts': 'passing',
  'services.travel': 'passing',
  'horeca.hotel': 'guests',
};

/** Returns where the customers of a sector come from: a judgement, no count. */
export const customersOf = ({ code }: Pick<Sector, 'code'>): Customers => OTHERS[code] ?? 'residents';

/** Returns whether people come to the sector's stores by car as a rule: nobody carries furniture home, or walks to buy fuel. */
export const needsCar = ({ code, errand, group }: Pick<Sector, 'code' | 'errand' | 'group'>): boolean =>
  group === 'auto' || (errand === 'bulky' && code !== 'horeca.hotel');
