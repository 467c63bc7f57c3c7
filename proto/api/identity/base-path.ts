/** Where the auth API is: `identity.basePath`. */
import { z } from 'zod';

/** What is elsewhere already: no path of the auth API may be taken for one of these, or the other way round. */
const taken = ['/api/billing', '/api/docs', '/api/dev', '/assets'];

const overlaps = (path: string): boolean =>
  path === '/api' || taken.some((other) => `${path}/`.startsWith(`${other}/`));

/** A path of one or more segments, `/api/auth` or `/auth`; a slash at its end is left out. */
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
