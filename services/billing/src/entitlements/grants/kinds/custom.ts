/** A benefit of type custom is a note: having the grant is all there is to it. */
import type { Kind } from './kind.ts';

export const custom: Kind = {
  grant: () => Promise.resolve({}),
  revoke: () => Promise.resolve(),
};
