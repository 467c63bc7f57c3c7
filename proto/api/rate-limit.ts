/** Options of rate limits (contracts/auth.md, sections 2 and 7): identity validates them, the gateway applies them. */
import { z } from 'zod';

/** So many requests (`max`) in so many seconds (`window`). */
export const RateLimitRule = z.strictObject({ window: z.number().positive(), max: z.int().positive() });

export const RateLimitOptions = z.strictObject({
  /** Left out: on in production, off in development. */
  enabled: z.boolean().optional(),
  /** Seconds. */
  window: z.number().positive().default(10),
  max: z.int().positive().default(100),
  /** Where requests are counted: `database`, for all replicas together (in Redis), or in each process by itself. */
  storage: z.enum(['database', 'memory']).default('database'),
  /** By path below /api/auth, `*` spans anything: a rule, or false for no limit. */
  customRules: z.record(z.string().startsWith('/'), z.union([RateLimitRule, z.literal(false)])).default({}),
});
export type RateLimitOptions = z.output<typeof RateLimitOptions>;
