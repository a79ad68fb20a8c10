export { forecastSales, type SalesForecast } from './forecast.ts';
export { RIVALS, type Rival } from './rivals.ts';
export type { SalesMarket } from './salesMarket.ts';
export { fitSalesModel, LEAST_STORES, type SalesModel } from './salesModel.ts';
