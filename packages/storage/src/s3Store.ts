import { createReadStream } from 'node:fs';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { presigned } from './presigned.ts';
import { StorageError } from './storageError.ts';
import type { Content, WritableStore } from './store.ts';

const CONNECT_MILLISECONDS = 10_000;
/** Without a byte for so long, an answer has ended. */
const IDLE_MILLISECONDS = 60_000;
/** One request writes no more. */
const LARGEST_BYTES = 5 * 2 ** 30;

/**
 * A bucket of a server that speaks S3's dialect. Region, endpoint and credentials come from the usual places: AWS_REGION,
 * AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID and its kin, ~/.aws, the machine's own role.
 */
export function s3Store(bucket: string, prefix: string): WritableStore {
  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const hasEndpoint = process.env.AWS_ENDPOINT_URL_S3 !== undefined || process.env.AWS_ENDPOINT_URL !== undefined;
  const client = new S3Client({
    // Servers other than the first one rarely have a host name for each bucket.
    forcePathStyle: hasEndpoint,
    ...(process.env.AWS_REGION === undefined && hasEndpoint ? { region: 'us-east-1' } : {}),
    requestHandler: { connectionTimeout: CONNECT_MILLISECONDS, socketTimeout: IDLE_MILLISECONDS },
    // Objects have their own checksums; older servers refuse those of newer clients.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const of = (path: string) => ({ Bucket: bucket, Key: prefix === '' ? path : `${prefix}/${path}` });
  const orNull = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await work;
    } catch (error) {
      if (isMissing(error)) return null;
      throw faultOf(error, name, bucket);
    }
  };
  return {
    name,
    async size(path) {
      return (await orNull(client.send(new HeadObjectCommand(of(path)))))?.ContentLength ?? null;
    },
    async read(path, from) {
      const range = from > 0 ? { Range: `bytes=${from}-` } : {};
      const answer = await orNull(client.send(new GetObjectCommand({ ...of(path), ...range })));
      if (answer === null) return null;
      const start = Number(/^bytes (\d+)-/.exec(answer.ContentRange ?? '')?.[1] ?? 0);
      return { start, chunks: answer.Body as AsyncIterable<Uint8Array> };
    },
    async write(path, content) {
      if ('file' in content && content.bytes > LARGEST_BYTES) {
        throw new StorageError(
          `${path} has ${content.bytes} bytes, and S3 takes ${LARGEST_BYTES} at once. Publish to file:// and copy it.`,
        );
      }
      const body = bodyOf(content);
      await client.send(new PutObjectCommand({ ...of(path), ...body })).catch((error: unknown) => {
        throw faultOf(error, name, bucket);
      });
    },
    async remove(path) {
      await orNull(client.send(new DeleteObjectCommand(of(path))));
    },
    async *list(folder) {
      const { Key: Prefix } = of(folder);
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix });
      try {
        for await (const { Contents = [] } of pages)
          for (const { Key } of Contents) yield folder + Key!.slice(Prefix.length);
      } catch (error) {
        throw faultOf(error, name, bucket);
      }
    },
    async temporaryAddress(path, seconds) {
      return presigned(client, new GetObjectCommand(of(path)), seconds).catch((error: unknown) => {
        throw faultOf(error, name, bucket);
      });
    },
  };
}

function bodyOf(content: Content) {
  if ('text' in content) return { Body: content.text, ContentType: 'application/json' };
  // The server compares: a half upload becomes no object.
  const ChecksumSHA256 = Buffer.from(content.sha256, 'hex').toString('base64');
  if ('data' in content) return { Body: content.data, ContentType: content.mediaType, ChecksumSHA256 };
  return { Body: createReadStream(content.file), ContentLength: content.bytes, ChecksumSHA256 };
}

const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');

const SENTENCES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket. Make it, or mend the address',
  ExpiredToken: 'the credentials have expired. Sign in again',
  InvalidAccessKeyId: 'the server does not know the access key. Check AWS_ACCESS_KEY_ID or ~/.aws/credentials',
  SignatureDoesNotMatch: 'the secret does not fit the access key. Check AWS_SECRET_ACCESS_KEY',
  AccessDenied: 'these credentials may not do this. Ask for the right to read, and to write where you publish',
  CredentialsProviderError:
    'there are no credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile in ~/.aws',
  BadDigest: 'an object came there damaged. Run this again',
  XAmzContentChecksumMismatch: 'an object came there damaged. Run this again',
};

function faultOf(error: unknown, name: string, bucket: string): StorageError {
  const { name: code = '', message = '' } = error as Partial<Error>;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const sentence = SENTENCES[code] ?? (status === 403 ? SENTENCES.AccessDenied : undefined);
  return new StorageError(
    sentence === undefined
      ? `${name}: bucket ${bucket} cannot be used (${code === '' ? message : `${code}: ${message}`}). Try again later.`
      : `${name}: ${sentence}.`,
    error,
  );
}
