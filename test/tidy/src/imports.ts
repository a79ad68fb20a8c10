import { files, importsOf, read, resolveRelative, workspaceOf } from './tree.ts';

/** Files by the files that each of them imports, types included; paths from the root. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** The imports among the production files of all workspaces. */
export function readImports(): ImportGraph {
  const production = files(/^(?:(?:packages|apps)\/[^/]+|bench)\/src\/.*\.tsx?$/).filter(
    (path) => !/\.test\.tsx?$|\.d\.ts$/.test(path),
  );
  const known = new Set(production);
  const entries = entryPoints();
  return new Map(
    production.map((path) => [
      path,
      importsOf(path)
        .map((specifier) => (specifier.startsWith('.') ? resolveRelative(path, specifier) : entries.get(specifier)))
        .map((target) => (target !== undefined && known.has(target) ? target : target?.replace(/\.js$/, '.ts')))
        .filter((target): target is string => target !== undefined && known.has(target)),
    ]),
  );
}

/** The source file behind every specifier that a workspace exports, such as `@hinterland/engine/market`. */
function entryPoints(): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const path of files(/^(?:packages|apps)\/[^/]+\/package\.json$/)) {
    const { name, exports = {} } = JSON.parse(read(path));
    for (const [entry, conditions] of Object.entries<Record<string, string>>(exports)) {
      const source = conditions['hinterland-source'];
      if (source === undefined) continue;
      for (const [specifier, file] of expanded(`${name}${entry.slice(1)}`, `${workspaceOf(path)}${source.slice(1)}`)) {
        entries.set(specifier, file);
      }
    }
  }
  return entries;
}

/** An entry with a star stands for every file that fits. */
function expanded(specifier: string, file: string): (readonly [string, string])[] {
  if (!file.includes('*')) return [[specifier, file]];
  const [before, after] = file.split('*') as [string, string];
  return files(/./)
    .filter((path) => path.startsWith(before) && path.endsWith(after) && path.length > before.length + after.length)
    .map((path) => [specifier.replace('*', path.slice(before.length, path.length - after.length)), path]);
}

/**
 * Groups of nodes that reach each other, and nodes that reach themselves (Tarjan, "Depth-first search and linear graph
 * algorithms", 1972). Empty where imports flow one way.
 */
export function circlesOf(graph: ImportGraph): string[][] {
  const circles: string[][] = [];
  const found = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const visit = (node: string): void => {
    found.set(node, found.size);
    lowest.set(node, found.get(node)!);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!found.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== found.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node)) circles.push(group.sort());
  };
  for (const node of graph.keys()) if (!found.has(node)) visit(node);
  return circles;
}

/** The graph of groups of files: which group imports which other, each once. */
export function groupImports(graph: ImportGraph, groupOf: (path: string) => string | null): ImportGraph {
  const groups = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const group = groupOf(path);
    if (group === null) continue;
    const of = groups.get(group) ?? new Set();
    groups.set(group, of);
    for (const target of targets) {
      const other = groupOf(target);
      if (other !== null && other !== group) of.add(other);
    }
  }
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
  return new Map([...groups].sort(byName).map(([group, targets]) => [group, [...targets].sort()]));
}
