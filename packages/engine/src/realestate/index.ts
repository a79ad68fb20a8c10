export { realestateFigures } from './figures.ts';
export { eachListingAt, type Listings, listingsOf, listingTest } from './listings.ts';
export { monthName, monthOfName, PERIODS, type PeriodList, periodsBetween } from './periods.ts';
export { MINIMUM_LISTINGS } from './quartiles.ts';
export { MINIMUM_TREND_PERIODS } from './trend.ts';
