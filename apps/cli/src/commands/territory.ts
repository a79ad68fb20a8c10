import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { drawTo } from '../drawTo.ts';
import { CommandError, figure, note, parseMinutes, parsePoint, print, progressBar, twoColumns } from '../terminal.ts';
import { addChangesCommand } from './territoryChanges.ts';
import { addGetCommands } from './territoryGet.ts';
import { addStorageCommands } from './territoryStorage.ts';
import { unansweredText } from './unanswered.ts';

export function territoryCommand(): Command {
  const territory = new Command('territory').description('get, build, check, describe and draw territories');
  addGetCommands(territory);
  addStorageCommands(territory);
  addChangesCommand(territory);
  territory
    .command('build')
    .description('build a territory bundle from the sources of a recipe')
    .argument('<recipe>', 'a recipe file (.yaml); recipes/README.md shows how to write one')
    .requiredOption('--out <dir>', 'folder of the bundle; a later build adds a version and keeps the old one')
    .option(
      '--data <dir>',
      "folder of the recipe's input files; given several times, the first one that has a file counts",
      (dir: string, before: string[] | undefined) => [...(before ?? []), dir],
    )
    .option('--json', 'print the report as JSON')
    .option('--accept-losses', 'put a list of stores in force although it lost more than a third of its stores')
    .action(build);
  territory
    .command('check')
    .description('verify checksums, references and mass conservation; exit code 1 if there are errors')
    .argument('<dir>', 'folder of a bundle')
    .option('--json', 'print the findings as JSON')
    .action(check);
  territory
    .command('info')
    .description('print the content of a bundle')
    .argument('<dir>', 'folder of a bundle')
    .option('--json', 'print it as JSON')
    .action(info);
  territory
    .command('areas')
    .description('list the areas of a bundle with their codes, as recipes and calls name them')
    .argument('<dir>', 'folder of a bundle')
    .option('--level <level>', '2 to 9 as in admin_level; postcodes and statistical areas have -1')
    .option('--json', 'print them as JSON')
    .action(areas);
  territory
    .command('draw')
    .description('draw an isochrone on the map, as SVG')
    .argument('<dir>', 'folder of a bundle')
    .requiredOption('--out <file>', 'the SVG to write')
    .option('--at <lat,lng>', "origin; the territory's center where absent")
    .option('--minutes <list>', 'limits of the bands, ascending', '5,10,15')
    .option('--mode <mode>', 'car, walk, bicycle or transit', 'car')
    .option('--traffic <level>', 'free, normal or heavy', 'normal')
    .option('--width <pixels>', 'width of the picture', '960')
    .action(draw);
  return territory;
}

async function build(
  recipePath: string,
  options: { out: string; data?: string[]; json?: boolean; acceptLosses?: boolean },
): Promise<void> {
  if (!existsSync(recipePath)) throw new CommandError(`There is no recipe ${recipePath}.`, 2);
  const { readRecipe, buildTerritory } = await import('@hinterland/importers');
  const bar = progressBar();
  const started = performance.now();
  try {
    const recipe = await readRecipe(recipePath, options.data === undefined ? {} : { dataDir: options.data });
    const { report } = await buildTerritory(recipe, {
      outDir: options.out,
      progress: bar.update,
      acceptsLosses: options.acceptLosses,
    });
    bar.stop();
    if (options.json) print(JSON.stringify(report.toJson(), null, 2));
    else print(report.toText());
  } finally {
    bar.stop();
  }
  note(`Built ${options.out} in ${figure((performance.now() - started) / 1000, 1)} s; the report lies in it.`);
}

async function check(dir: string, options: { json?: boolean }): Promise<void> {
  const { checkBundle } = await import('@hinterland/territory');
  const bar = progressBar();
  let findings: Awaited<ReturnType<typeof checkBundle>>;
  try {
    findings = await checkBundle(dir, { progress: bar.update });
  } finally {
    bar.stop();
  }
  if (options.json) print(JSON.stringify(findings, null, 2));
  else if (findings.length === 0) print(`${dir}: everything is in order.`);
  else
    for (const finding of findings)
      print(`${finding.severity}: ${finding.place}: ${finding.problem} ${finding.remedy}`);
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  if (errors > 0) throw new CommandError(`${errors} ${errors === 1 ? 'error' : 'errors'} in ${dir}.`);
}

async function info(dir: string, options: { json?: boolean }): Promise<void> {
  const { loadTerritory } = await import('@hinterland/territory');
  const territory = await loadTerritory(dir);
  const { manifest, descriptors, sociodemo } = territory;
  const families = Object.values(descriptors);
  if (options.json) {
    print(JSON.stringify({ manifest, families }, null, 2));
    return;
  }
  print(`${manifest.name} (${manifest.countries.join(', ')}, ${manifest.continent})\n`);
  for (const reason of manifest.rough ?? []) print(`rough: ${reason}\n`);
  for (const family of families) {
    print(`${family.family} ${family.version}`);
    print(twoColumns(Object.entries(family.counts).map(([name, value]) => [`  ${name}`, figure(value)])));
    const bytes = family.files.reduce((sum, file) => sum + file.bytes, 0);
    print(`  ${figure(bytes / 1e6, 1)} MB in ${family.files.length} files`);
    for (const source of family.sources) {
      const { name, licence, attribution, peopleShare } = source;
      const share = peopleShare === undefined ? '' : `, ${figure(100 * peopleShare, 1)}% of the people`;
      print(`  source: ${name} (${licence})${share}. ${attribution}`);
    }
    print('');
  }
  for (const entry of sociodemo?.entries ?? []) {
    print(`${entry.available ? '+' : '-'} ${entry.code}${entry.note === '' ? '' : `: ${entry.note}`}`);
  }
  const unanswered = await unansweredText(territory);
  if (unanswered !== '') print(`\nWithout an answer:\n${unanswered}`);
}

async function areas(dir: string, options: { level?: string; json?: boolean }): Promise<void> {
  const { AREA_KINDS, loadTerritory } = await import('@hinterland/territory');
  const { areas: table } = await loadTerritory(dir);
  const all = Array.from({ length: table.rows }, (_, row) => ({
    code: table.code.at(row),
    name: table.name.at(row),
    kind: AREA_KINDS[table.kind[row]!]!,
    level: table.level[row]!,
    cut: table.cut[row] === 1,
  }));
  const chosen = options.level === undefined ? all : all.filter(({ level }) => String(level) === options.level);
  if (chosen.length === 0 && all.length > 0) {
    const levels = [...new Set(all.map(({ level }) => level))].sort((a, b) => a - b);
    throw new CommandError(`${dir} has no area of level ${options.level}; its levels are ${levels.join(', ')}.`, 2);
  }
  if (options.json) {
    print(JSON.stringify(chosen, null, 2));
    return;
  }
  const about = ({ name, kind, level, cut }: (typeof all)[number]) =>
    `${name} (${kind}${level < 0 ? '' : `, level ${level}`}${cut ? ', cut by the edge of the map' : ''})`;
  print(twoColumns(chosen.map((area) => [area.code, about(area)])));
}

interface DrawOptions {
  out: string;
  at?: string;
  minutes: string;
  mode: string;
  traffic: string;
  width: string;
}

async function draw(dir: string, options: DrawOptions): Promise<void> {
  const { loadTerritory } = await import('@hinterland/territory');
  const { findAction } = await import('@hinterland/actions');
  const { ActionProblem } = await import('@hinterland/actions/action');
  const { inputFaults, detailOf } = await import('../inputFaults.ts');
  const widthPixels = Number(options.width);
  if (!(widthPixels >= 200 && widthPixels <= 8000)) {
    throw new CommandError(`A width of "${options.width}" pixels does not work; choose 200 to 8000.`, 2);
  }
  const territory = await loadTerritory(dir);
  const actionId = 'analysis.isochrone';
  const action = findAction(actionId)!;
  const { lat, lng } = options.at === undefined ? territory.manifest.center : parsePoint(options.at);
  const { mode, traffic } = options;
  const bandSeconds = parseMinutes(options.minutes).map((minutes) => Math.round(minutes * 60));
  const input = { origins: [{ lat, lng }], bandSeconds, mode, traffic, direction: 'inbound' };
  const parsed = action.input.safeParse(input);
  if (!parsed.success) throw new CommandError(inputFaults(parsed.error.issues, input).join('\n'), 2);
  try {
    const context = { territory, channel: 'api', progress: () => {}, cancelled: () => false } as const;
    const { result } = action.run(context, parsed.data);
    await drawTo(options.out, territory, { actionId, input: parsed.data, result }, widthPixels);
  } catch (error) {
    if (!(error instanceof ActionProblem)) throw error;
    throw new CommandError(detailOf(error, input));
  }
}
