/** Pages of help that the search finds, by their name in its texts: `help.page.verdicts`. */
export const HELP_PAGES = {
  'own-data': 'guides/own-data',
  analyses: 'guides/analyses',
  'buying-credits': 'guides/buying-credits',
  assistant: 'guides/assistant',
  verdicts: 'methods/verdicts',
  'sales-model': 'methods/sales-model',
  completeness: 'methods/completeness',
  sectors: 'methods/sectors',
  franchise: 'tutorials/franchise',
  landlord: 'tutorials/landlord',
  city: 'tutorials/city',
  glossary: 'glossary',
} as const;

/** Where the pages for readers of documentation lie. */
export const HELP = '/developers';
