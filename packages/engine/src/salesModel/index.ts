export { forecastSales, forecastTogether, type SalesForecast, salesDraws, type TogetherForecast } from './forecast.ts';
export { bestRivalOf, RIVALS, type Rival } from './rivals.ts';
export type { SalesMarket } from './salesMarket.ts';
export { fitSalesModel, LEAST_STORES, type SalesModel } from './salesModel.ts';
export { termBounds } from './terms.ts';
