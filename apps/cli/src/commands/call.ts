import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NetworkCoverageInput, NetworkCoverageOutput } from '@hinterland/actions';
import { Command } from 'commander';
import { readJson } from '../jsonFile.ts';
import { CommandError, note, print } from '../terminal.ts';

export function callCommand(): Command {
  return new Command('call')
    .description('run an action offline on a territory, without credits; "-" reads the input from standard input')
    .argument('<action>', 'id of the action, such as analysis.isochrone')
    .argument('<input>', 'JSON file with its input')
    .option('--territory <dir>', 'folder of a bundle', join('var', 'territories', 'demo'))
    .option('--quote', 'print the price of the call instead of running it')
    .option('--draw <file>', 'also write the result of network.coverage as a map in SVG')
    .action(call);
}

async function call(
  id: string,
  inputPath: string,
  options: { territory: string; quote?: boolean; draw?: string },
): Promise<void> {
  const { actions, findAction } = await import('@hinterland/actions');
  const { ActionProblem } = await import('@hinterland/actions/action');
  const { loadTerritory } = await import('@hinterland/territory');
  const action = findAction(id);
  if (action === undefined) {
    throw new CommandError(`There is no action ${id}. There are: ${actions.map((known) => known.id).join(', ')}.`, 2);
  }
  if (options.draw !== undefined && id !== 'network.coverage') {
    throw new CommandError(`Only results of network.coverage can be drawn, not those of ${id}.`, 2);
  }
  const given = await readJson(inputPath);
  const parsed = action.input.safeParse(options.draw === undefined ? given : { ...(given as object), geometry: true });
  if (!parsed.success) {
    const places = parsed.error.issues.map((issue) => `#/${issue.path.join('/')}: ${issue.message}`);
    throw new CommandError(`The input does not fit ${id}:\n  ${places.join('\n  ')}`, 2);
  }
  const territory = await loadTerritory(options.territory);
  let step = '';
  const context = {
    territory,
    channel: 'api' as const,
    progress: (_fraction: number, name: string) => {
      if (name !== step) note(`${name} …`);
      step = name;
    },
    cancelled: () => false,
  };
  try {
    if (options.quote) {
      print(JSON.stringify(action.quote(context, parsed.data), null, 2));
      return;
    }
    const { result } = action.run(context, parsed.data);
    print(JSON.stringify(result, null, 2));
    if (options.draw === undefined) return;
    const { drawCoverage } = await import('../draw/drawCoverage.ts');
    const svg = drawCoverage(territory, parsed.data as NetworkCoverageInput, result as NetworkCoverageOutput, 960);
    await writeFile(options.draw, svg);
    note(`Drew ${options.draw}.`);
  } catch (error) {
    if (error instanceof ActionProblem) throw new CommandError(`${error.code}: ${error.message}`);
    throw error;
  }
}
