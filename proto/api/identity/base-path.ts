/** Base path of the auth API: `identity.basePath`. */
import { z } from 'zod';

/** Paths in use: the base path must neither contain one of these nor be below one. */
const taken = ['/api/billing', '/api/docs', '/api/dev', '/assets'];

const overlaps = (path: string): boolean =>
  path === '/api' || taken.some((other) => `${path}/`.startsWith(`${other}/`));

/** A path of one or more segments, such as `/api/auth` or `/auth`; a trailing slash is removed. */
export const BasePath = z
  .string()
  .transform((path) => path.replace(/(?<=.)\/+$/, ''))
  .pipe(
    z
      .string()
      .regex(/^(?:\/[\w~-][\w.~-]*)+$/, 'must be a path such as /api/auth')
      .refine((path) => !overlaps(path), 'is the place of something else'),
  )
  .default('/api/auth');
