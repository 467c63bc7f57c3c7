/** What environment and options say of the place where files are kept. */
import { z } from 'zod';

export const StorageEnv = z.object({
  /** Where files are kept, unless they are in a bucket; all replicas share it. */
  FILES_FOLDER: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});
export type StorageEnv = z.output<typeof StorageEnv>;

/** Where files are: in the folder of the environment, or in a bucket that speaks S3. */
export const StorageOptions = z
  .strictObject({
    kind: z.enum(['folder', 's3']).default('folder'),
    bucket: z.string().min(3).max(63).optional(),
    region: z.string().min(1).default('us-east-1'),
    /** Another server than Amazon's. */
    endpoint: z.url({ protocol: /^https?$/ }).optional(),
    /** Whether the bucket is named in the path: most servers but Amazon's want it so. */
    forcePathStyle: z.boolean().default(false),
  })
  .refine(({ kind, bucket }) => kind === 'folder' || bucket !== undefined, {
    path: ['bucket'],
    message: 'must be given for s3',
  });
export type StorageOptions = z.output<typeof StorageOptions>;
