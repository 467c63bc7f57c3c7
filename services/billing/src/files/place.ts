/** Finds where this installation stores files. */
import { mkdir, stat } from 'node:fs/promises';
import { ConfigError } from '@tessera/kit/config';
import type { Logger } from '@tessera/kit/log';
import type { FilePlace } from './storage/files.ts';
import type { StorageEnv, StorageOptions } from './storage/options.ts';

/** A place that may have to be closed. */
export type OpenPlace = (NonNullable<FilePlace> & { close?: () => void }) | null;

/** Finds the place by environment and options. Throws ConfigError naming what is missing. */
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
 * Creates the folder, readable only by its owner. Not `recursive`: where no folder can be created (`/proc`), Node's
 * recursive `mkdir` never returns.
 */
const openFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) await mkdir(folder, { mode: 0o700 });
};

/** Imports the S3 library only if it is used. */
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
