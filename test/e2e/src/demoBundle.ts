import { keptFolder } from '../../../apps/service/src/testing/keptFolder.ts';
import { codeVersion } from './codeVersion.ts';

/**
 * A folder with the bundle of the demo, to be copied or read. It is built once for each state of the code that builds
 * it: building takes seconds, copying a moment.
 */
export async function demoBundle(): Promise<string> {
  return keptFolder('demo', await codeVersion('demo'), async (folder) => {
    const { buildDemo } = await import('@hinterland/demo');
    await buildDemo(folder);
  });
}
