import type { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';

type Request = Parameters<SignatureV4['presign']>[0];

/** Headers of the client that whoever opens the address does not send. */
const OWN_HEADERS = /^(amz-sdk-|x-amz-user-agent$|user-agent$|x-amz-checksum-mode$|x-amz-content-sha256$|content-)/;

/** Returns an address where anyone gets the object for so long: the request of the command, with its signature in the query. */
export async function presigned(client: S3Client, command: GetObjectCommand, seconds: number): Promise<string> {
  const request = await requestOf(client, command);
  const { credentials, sha256 } = client.config;
  const region = await client.config.region();
  const signer = new SignatureV4({ credentials, region, service: 's3', sha256, uriEscapePath: false });
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.test(name)));
  // S3 reads this name for content that is not signed; it stands in the signed text alone.
  const unsigned = { ...headers, host: hostOf(request), 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
  const signed = await signer.presign({ ...request, headers: unsigned } as Request, {
    expiresIn: seconds,
    unhoistableHeaders: new Set(['x-amz-content-sha256']),
    unsignableHeaders: new Set(['x-amz-content-sha256']),
  });
  const query = Object.entries(signed.query ?? {})
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    .join('&');
  return `${signed.protocol}//${hostOf(request)}${signed.path}?${query}`;
}

const hostOf = ({ hostname, port }: Request): string => (port === undefined ? hostname : `${hostname}:${port}`);

/** The request that the client would send for the command: it knows where the bucket is. */
async function requestOf(client: S3Client, command: GetObjectCommand): Promise<Request> {
  let found: Request | undefined;
  command.middlewareStack.add(
    () => async (args) => {
      found = args.request as Request;
      return { response: {}, output: { $metadata: {} } as never };
    },
    { step: 'finalizeRequest', priority: 'high', name: 'presigned' },
  );
  await client.send(command);
  if (found === undefined) throw new Error('the client made no request');
  return found;
}
