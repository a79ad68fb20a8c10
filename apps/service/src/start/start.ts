/** Exports for commands that serve, without modules that load while the service starts: see startEarly.ts. */
export { DEMO_OWNER } from '../operate/admin/demoOwner.ts';
export { readConfig } from './config.ts';
export { endAtSignals, startService } from './service.ts';
