/** Options of rate limits (contracts/auth.md, sections 2 and 7): validated by identity, applied by the gateway. */
import { z } from 'zod';

/** At most `max` requests per `window` seconds. */
export const RateLimitRule = z.strictObject({ window: z.number().positive(), max: z.int().positive() });

export const RateLimitOptions = z.strictObject({
  /** Default: on in production, off in development. */
  enabled: z.boolean().optional(),
  /** In seconds. */
  window: z.number().positive().default(10),
  max: z.int().positive().default(100),
  /** Where requests are counted: `database`, in Redis for all replicas together, or per process in `memory`. */
  storage: z.enum(['database', 'memory']).default('database'),
  /** By path relative to /api/auth; `*` matches anything: a rule, or false for no limit. */
  customRules: z.record(z.string().startsWith('/'), z.union([RateLimitRule, z.literal(false)])).default({}),
});
export type RateLimitOptions = z.output<typeof RateLimitOptions>;
