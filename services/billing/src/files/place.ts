/** Where this installation keeps files. */
import { mkdir, stat } from 'node:fs/promises';
import { ConfigError } from '@tessera/kit/config';
import type { Logger } from '@tessera/kit/log';
import type { FilePlace } from './storage/files.ts';
import type { StorageEnv, StorageOptions } from './storage/options.ts';

/** A place that may have to be let go of. */
export type OpenPlace = (NonNullable<FilePlace> & { close?: () => void }) | null;

/** Finds it, by environment and options. Throws ConfigError naming what is missing. */
export const findFilePlace = async (
  env: StorageEnv,
  { kind, ...options }: StorageOptions,
  log: Logger,
): Promise<OpenPlace> => {
  if (kind === 's3') return openBucket(env, options);
  const { FILES_FOLDER: folder } = env;
  if (folder === undefined) {
    log.warn('no files can be uploaded: set FILES_FOLDER, or the option billing.storage for a bucket');
    return null;
  }
  try {
    await openFolder(folder);
  } catch (cause) {
    throw new ConfigError(`environment variable FILES_FOLDER: ${(cause as Error).message}`, { cause });
  }
  return { folder };
};

/**
 * What is sold is not for everybody on the machine. Those above it are not made: where nothing can be made (`/proc`), Node's
 * way of making them never comes back.
 */
const openFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) await mkdir(folder, { mode: 0o700 });
};

/** The library is loaded by those alone who need it. */
const openBucket = async (
  env: StorageEnv,
  { bucket, ...options }: Omit<StorageOptions, 'kind'>,
): Promise<OpenPlace> => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (bucket === undefined) throw new ConfigError('option billing.storage.bucket: must be given for s3');
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new ConfigError(
      'environment variables S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: must be given for s3',
    );
  const { createS3Store } = await import('./storage/s3.ts');
  const store = createS3Store({ ...options, bucket, credentials: { accessKeyId, secretAccessKey } });
  return { store, close: store.close };
};
