/** COICOP 2018 divisions, in order; consumption holds one column per division. */
export const COICOP_DIVISIONS = [
  ['cp01', 'Food and non-alcoholic beverages'],
  ['cp02', 'Alcoholic beverages, tobacco and narcotics'],
  ['cp03', 'Clothing and footwear'],
  ['cp04', 'Housing, water, electricity, gas and other fuels'],
  ['cp05', 'Furnishings, household equipment and routine household maintenance'],
  ['cp06', 'Health'],
  ['cp07', 'Transport'],
  ['cp08', 'Information and communication'],
  ['cp09', 'Recreation, sport and culture'],
  ['cp10', 'Education services'],
  ['cp11', 'Restaurants and accommodation services'],
  ['cp12', 'Insurance and financial services'],
  ['cp13', 'Personal care, social protection and miscellaneous goods and services'],
] as const;

/** A COICOP 2018 division, as the columns of topic `consumption`. */
export type CoicopDivision = (typeof COICOP_DIVISIONS)[number][0];
