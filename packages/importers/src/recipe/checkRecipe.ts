import { type AddIssue, checkCensus } from '../census/checkCensus.ts';
import type { RecipeText } from './recipeParts.ts';

/** Finds what no part of a recipe can find alone: versions, licences and sectors that are missing. */
export function checkRecipe(recipe: RecipeText, add: AddIssue): void {
  const { census, players, realestate, sources, transit, versions } = recipe;
  if (recipe.map.cut && recipe.map.box === undefined) {
    add(['map', 'cut'], 'there is no box to cut at; give map.box');
  }
  if (transit !== undefined && versions.transit === undefined) {
    add(['versions'], 'versions.transit is missing; timetables need a version name of their own, such as their season');
  }
  transit?.timetables.forEach(({ id }, i) => {
    if (transit.timetables.findIndex((other) => other.id === id) === i) return;
    add(['transit', 'timetables', i, 'id'], `two timetables have the id "${id}"; give each its own`);
  });
  if (realestate !== undefined && versions.realestate === undefined) {
    add(['versions'], 'versions.realestate is missing; listings need a version name of their own, such as their date');
  }
  realestate?.listings.forEach(({ name }, i) => {
    if (sources.some((each) => each.family === 'realestate' && each.name === name)) return;
    add(
      ['realestate', 'listings', i, 'name'],
      `no entry of sources with family: realestate has the name "${name}"; its licence stands there`,
    );
  });
  if (players !== undefined && versions.players === undefined) {
    add(['versions'], 'versions.players is missing; stores need a version name of their own, such as their date');
  }
  players?.stores.forEach((store, i) => {
    const columns = store.from === 'table' ? store.columns : store.from === 'geojson' ? store.properties : null;
    if (columns === null || columns.sector !== undefined || ('sector' in store && store.sector !== undefined)) return;
    add(
      ['players', 'stores', i],
      'nothing says which sector the stores are of; give sector for all of them, or a column with it',
    );
  });
  if (census === undefined) return;
  if (versions.sociodemo === undefined) {
    add(['versions'], 'versions.sociodemo is missing; a census needs a version name of its own, such as its year');
  }
  checkCensus(census, (at, message) => add(['census', ...at], message));
}
