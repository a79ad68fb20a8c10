/** The recipes of the repository, by the names of their files. */
export const RECIPES = [
  'new-york',
  'centre-mifflin',
  'oahu',
  'andorra',
  'liechtenstein',
  'monaco',
  'sydney-2023',
  'porto-alegre',
  'milan',
  'sydney-2020',
] as const;
