/** What every program that the service starts may know of its environment: how to reach servers, and nothing secret. */
const PASSED =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|LC_ALL|TZ|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|(HTTPS?|ALL|NO)_PROXY)$/i;

/** Returns the environment of a program that the service starts. */
export const childEnvironment = (env: NodeJS.ProcessEnv = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((one): one is [string, string] => one[1] !== undefined && PASSED.test(one[0])),
  );
