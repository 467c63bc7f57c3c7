/** Environment variables of the identity service. */
import { MailEnv, RedisUrl, Secret, ServiceEnv } from '@tessera/kit/config';
import { EncryptionKeys } from '@tessera/kit/secrets';
import { z } from 'zod';
import { passwordCost } from './passwords/derive-key.ts';

/** Scrypt accepts powers of two only. */
const isPowerOfTwo = (cost: number): boolean => Number.isInteger(Math.log2(cost));

export const IdentityEnv = ServiceEnv.extend(MailEnv.shape)
  .extend({
    REDIS_URL: RedisUrl,
    TESSERA_SECRET: Secret,
    ENCRYPTION_KEYS: EncryptionKeys,
    /** Lower values are for tests, which would otherwise spend much of their time on hashing. */
    PASSWORD_COST: z.coerce
      .number('must be a number')
      .min(2)
      .max(passwordCost)
      .refine(isPowerOfTwo, 'must be a power of two')
      .default(passwordCost),
  })
  .refine(
    ({ TESSERA_MODE, PASSWORD_COST }) => TESSERA_MODE === 'development' || PASSWORD_COST === passwordCost,
    { path: ['PASSWORD_COST'], error: `may be other than ${passwordCost} in development mode alone` },
  );
export type IdentityEnv = z.output<typeof IdentityEnv>;
