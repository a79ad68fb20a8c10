import { checkRecipe } from './checkRecipe.ts';
import { recipeParts } from './recipeParts.ts';

/**
 * A recipe: which files become a territory, and how. Unknown keys are refused. Files are named relative to the recipe;
 * `${DATA}` in a name is the folder given by --data. recipes/README.md explains it by example.
 */
export const recipeSchema = recipeParts.superRefine((recipe, context) =>
  checkRecipe(recipe, (at, message) => context.addIssue({ code: 'custom', path: [...at], message })),
);
