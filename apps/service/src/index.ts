export type { Admin } from './admin/admin.ts';
export {
  type AdminFile,
  AdminFileError,
  type Applied,
  type AppliedOrganization,
  applyAdminFile,
} from './admin/apply.ts';
export { type Demo, ensureDemo } from './admin/demo.ts';
export { backUp, openAdmin } from './admin/open.ts';
export { type Config, readConfig } from './config.ts';
export { restoreBackup } from './db/backup.ts';
export { openMigratedDatabase } from './db/migrate.ts';
export { warmUp } from './engine/warmUp.ts';
export { type RunningService, type ServiceOptions, startService } from './service.ts';
export type { TestReplacements } from './testReplacements.ts';
export { resolveHost } from './webhooks/resolve.ts';
export { makeTargets } from './webhooks/targets.ts';
