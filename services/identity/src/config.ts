/** What identity reads from its environment. */
import { MailEnv, Secret, ServiceEnv } from '@tessera/kit/config';
import { z } from 'zod';

export const IdentityEnv = ServiceEnv.extend(MailEnv.shape).extend({
  REDIS_URL: z.string().regex(/^rediss?:\/\//, 'must be a redis:// address'),
  TESSERA_SECRET: Secret,
  ENCRYPTION_KEYS: z.string().min(1),
});
export type IdentityEnv = z.output<typeof IdentityEnv>;
