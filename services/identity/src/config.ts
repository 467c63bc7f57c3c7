/** What identity reads from its environment. */
import { MailEnv, RedisUrl, Secret, ServiceEnv } from '@tessera/kit/config';
import { z } from 'zod';

export const IdentityEnv = ServiceEnv.extend(MailEnv.shape).extend({
  REDIS_URL: RedisUrl,
  TESSERA_SECRET: Secret,
  ENCRYPTION_KEYS: z.string().min(1),
});
export type IdentityEnv = z.output<typeof IdentityEnv>;
