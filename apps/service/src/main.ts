/** The service by itself: settings from the environment, log on standard error. `hinterland serve` does the same. */
import { readConfig } from './start/config.ts';
import { startService } from './start/service.ts';

try {
  const service = await startService(readConfig(process.env));
  await service.stopped;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
