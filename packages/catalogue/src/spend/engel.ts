import type { CoicopDivision } from '../topics/coicop.ts';

/**
 * How spend on a division grows with all spend of a household: slopes of logarithms over groups by income or spend. France: deciles, Insee,
 * Budget de famille 2017 (Licence Ouverte), against all spend. United Kingdom: deciles of gross income, ONS, Family spending, year ending
 * March 2024 (OGL 3.0), against all spend. United States: deciles 2 to 10 per head, BLS, Consumer Expenditure Survey 2023 (public domain),
 * against income after tax, divided by the slope of all spend, 0.53.
 */
export const ENGEL_SLOPES: Readonly<Record<CoicopDivision, readonly number[]>> = {
  cp01: [0.72, 0.72, 0.38],
  cp02: [0.51, 0.62],
  cp03: [0.95, 1.21, 1.11],
  cp04: [0.33, 0.42, 0.46],
  cp05: [1.65, 0.96, 1.09],
  cp06: [1.03, 0.3],
  cp07: [1.31, 1.53, 1.11],
  cp08: [0.34, 0.65],
  cp09: [1.48, 1.32, 1.26],
  cp10: [0.59],
  cp11: [1.65, 1.64, 1.17],
  cp12: [1.15, 1.26],
  cp13: [1.15, 1.26, 0.85],
};

/** How all spend per head of a region grows with its income: least squares over 13 states of the US, to 0.05 (docs/benchmarks/spend-of-regions.json). */
export const SPEND_TO_INCOME = 0.7;
