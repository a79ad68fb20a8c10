export { warmUp } from './engine/warmUp.ts';
export { restoreBackup } from './kit/db/backup.ts';
export { openMigratedDatabase } from './kit/db/migrate.ts';
export type { Admin } from './operate/admin/admin.ts';
export {
  type AdminFile,
  AdminFileError,
  type Applied,
  type AppliedOrganization,
  applyAdminFile,
} from './operate/admin/apply.ts';
export { type Demo, ensureDemo } from './operate/admin/demo.ts';
export { backUp, openAdmin } from './operate/admin/open.ts';
export { type Config, readConfig } from './start/config.ts';
export { type RunningService, type ServiceOptions, startService } from './start/service.ts';
export type { TestReplacements } from './start/testReplacements.ts';
export { pictureSvg } from './surface/pages/report/picture.ts';
export { resolveHost } from './webhooks/resolve.ts';
export { makeTargets } from './webhooks/targets.ts';
