/** Environment variables and options of the file store. */
import { z } from 'zod';

export const StorageEnv = z.object({
  /** The folder of files if they are not in a bucket; shared by all replicas. */
  FILES_FOLDER: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});
export type StorageEnv = z.output<typeof StorageEnv>;

/** `folder`: the folder of the environment; `s3`: a bucket with the S3 API. */
export const StorageOptions = z
  .strictObject({
    kind: z.enum(['folder', 's3']).default('folder'),
    bucket: z.string().min(3).max(63).optional(),
    region: z.string().min(1).default('us-east-1'),
    /** The URL of another server than Amazon's. */
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    /** Whether the bucket is named in the path, as most servers other than Amazon's require. */
    forcePathStyle: z.boolean().default(false),
  })
  .refine(({ kind, bucket }) => kind === 'folder' || bucket !== undefined, {
    path: ['bucket'],
    message: 'must be given for s3',
  });
export type StorageOptions = z.output<typeof StorageOptions>;
