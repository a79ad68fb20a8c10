import { interiorPoint, PolygonIndex } from '@hinterland/geo';
import type { CensusUnit } from '../inputs/census.ts';
import { propertyText } from '../shapes/properties.ts';
import { readOutlines } from '../shapes/read.ts';
import { fileOf, type SourceContext } from '../source/context.ts';
import { readKeyedTable } from '../tables/keyedTable.ts';
import { type KeySteps, keyText } from '../tables/keyText.ts';
import type { AreasRecipe } from './incomeSchema.ts';

/** A census unit as far as it must be known to find the area that it lies in. */
export type PlacedUnit = Pick<CensusUnit, 'code' | 'polygon'>;
export type AreasContext = Pick<SourceContext, 'resolve' | 'report'> &
  Partial<Pick<SourceContext, 'mapBox' | 'dataBox'>>;

/** Codes of the areas that units lie in, by their outlines or by a table; empty where none holds a unit. */
export async function areasOfUnits(
  recipe: AreasRecipe,
  units: readonly PlacedUnit[],
  context: AreasContext,
): Promise<string[]> {
  const source = fileOf(recipe, context);
  if ('unit' in recipe) {
    const { unit, area: column, file: _, entry: __, ...options } = recipe;
    const area: { readonly column: string } & KeySteps = column;
    const codes = new Set(units.map(({ code }) => code));
    const table = await readKeyedTable(source, { ...options, key: unit, wanted: (code) => codes.has(code) });
    const at = table.column(area.column);
    return units.map(({ code }) => keyText(table.text(code, at) ?? '', area));
  }
  const { layer, crs, code } = recipe;
  const near = context.mapBox ?? context.dataBox;
  const outlines = await readOutlines(source, { layer, crs, near }, context.report.subject('areas of incomes'));
  const index = new PolygonIndex(outlines.map(({ polygon }) => polygon));
  return units.map(({ polygon }) => {
    const point = interiorPoint(polygon);
    const row = point === null ? -1 : index.first(...point);
    return row < 0 ? '' : propertyText(outlines[row]!.properties, code, source.path);
  });
}
