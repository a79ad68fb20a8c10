/** What a command that serves needs, without what comes while the service begins: see foundations.ts. */
export { readConfig } from './config.ts';
export { startService } from './service.ts';
