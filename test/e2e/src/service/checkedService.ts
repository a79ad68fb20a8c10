import type { TestDatabase } from '../../../../apps/service/src/testing/databases.ts';
import { callsTo, startTestService, type TestService } from '../../../../apps/service/src/testing/service.ts';
import { startValidatingProxy } from '../published/proxy.ts';

/** The service within this process, as its own tests start it, behind the proxy that holds calls to what is published. */
export async function startCheckedService(
  database: TestDatabase,
  options: NonNullable<Parameters<typeof startTestService>[1]> = {},
): Promise<TestService> {
  const proxy = await startValidatingProxy();
  const env = { ...options.env, HINTERLAND_BASE_URL: proxy.url };
  const service = await startTestService(database, { ...options, env }).catch(async (error) => {
    await proxy.close();
    throw error;
  });
  proxy.leadTo(service.url);
  return {
    ...service,
    url: proxy.url,
    ...callsTo(proxy.url),
    async close() {
      await service.close();
      await proxy.close();
    },
  };
}
