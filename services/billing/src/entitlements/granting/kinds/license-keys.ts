/** A benefit of type license_keys gives each grant a key of its own, which is revoked with it. */
import { createKeys, resetKeys, revokeKeys } from '../../license-keys/hand-over.ts';
import type { Kind } from './kind.ts';

export const licenseKeys: Kind = {
  grant: createKeys,
  update: resetKeys,
  revoke: revokeKeys,
  revokesEach: true,
  changesElsewhere: true,
};
