/** Customers who share what they spend among all their choices by utility (D. L. Huff, 1964). */
export interface SharedCustomers {
  /** What each customer would bring to a candidate of endless utility, 0 or more. */
  readonly worth: Float64Array;
  /** Utility of all other choices of each customer, above 0. */
  readonly utility: Float64Array;
}
