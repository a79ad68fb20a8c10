import { HIERARCHY_MODES, MODE_BIT, type Mode } from '@hinterland/catalogue';
import { shapeFromTables } from '../derive/hierarchy.ts';
import { NONE } from '../format/tables.ts';
import type { HierarchyTables, Territory } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

/** Checks the conditions under which least times found with a hierarchy are least times. */
export function checkHierarchies(territory: Territory, place: Place, findings: Findings): void {
  for (const mode of HIERARCHY_MODES) {
    const tables = territory.hierarchies[mode];
    if (tables !== undefined) checkHierarchy(territory, mode, tables, place, findings);
  }
}

function checkHierarchy(
  territory: Territory,
  mode: Mode,
  tables: HierarchyTables,
  place: Place,
  findings: Findings,
): void {
  const { positions, links } = tables;
  const [order, linked] = [`hierarchy-${mode}`, `links-${mode}`];
  const before = findings.list.length;
  findings.references(place(order, 'node'), positions.node, 'nodes', territory.nodes.rows);
  findings.rows(place(order, 'linkStart'), positions.rows, (row) => {
    const start = positions.linkStart[row]!;
    if (start < (row === 0 ? 0 : positions.linkStart[row - 1]!))
      return `${start} lies before the links of the row before`;
    return start <= links.rows ? null : `${start} lies behind the ${links.rows} rows of ${linked}`;
  });
  if (positions.rows > 0 && positions.linkStart[0] !== 0) {
    findings.error(`${place(order, 'linkStart')}, row 0`, `the first rows of ${linked} belong to no position.`);
  }
  if (findings.list.length > before) return;

  const { firstLink, parent, positionOf } = shapeFromTables(tables, territory.nodes.rows);
  const { ancestor } = links;
  findings.rows(place(order, 'node'), positions.rows, (row) =>
    positionOf[positions.node[row]!] === row ? null : `node ${positions.node[row]} has another position as well`,
  );
  findings.rows(place(order), positions.rows, (row) => {
    for (let i = firstLink[row]!; i < firstLink[row + 1]!; i++) {
      if (ancestor[i]! >= row) return `position ${row} has a link to ${ancestor[i]}, which does not come before it`;
      if (i > firstLink[row]! && ancestor[i]! <= ancestor[i - 1]!) return `the links of position ${row} do not ascend`;
    }
    return null;
  });
  if (findings.list.length > before) return;

  const isLinked = (position: number, to: number): boolean => {
    for (let i = firstLink[position]!; i < firstLink[position + 1]!; i++) if (ancestor[i] === to) return true;
    return false;
  };
  findings.rows(place(order), positions.rows, (row) => {
    for (let i = firstLink[row]!; i + 1 < firstLink[row + 1]!; i++) {
      if (!isLinked(parent[row]!, ancestor[i]!)) {
        return `position ${row} has a link to ${ancestor[i]}, but its nearest ancestor ${parent[row]} has none`;
      }
    }
    return null;
  });
  const { rows, fromNode, toNode, mainComponent } = territory.edges;
  findings.rows(place(order), rows, (edge) => {
    if ((mainComponent[edge]! & MODE_BIT[mode]) === 0 || fromNode[edge] === toNode[edge]) return null;
    const [from, to] = [positionOf[fromNode[edge]!]!, positionOf[toNode[edge]!]!];
    if (from === NONE || to === NONE) return `edge ${edge} has an end without a position`;
    return isLinked(Math.max(from, to), Math.min(from, to)) ? null : `the ends of edge ${edge} have no link`;
  });
}
