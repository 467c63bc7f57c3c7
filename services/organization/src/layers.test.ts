import path from 'node:path';
import { layerFindings } from '@tessera/kit/test/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'migrations',
  'roles.ts',
  'revisions.ts',
  'config.ts',
  'organization.ts',
  'members',
  'access-tokens',
  'teams',
  'users',
  'organizations',
  'invitations',
];

/** Imports upwards that are there today: this list may only shrink. */
const exceptions = [
  'members -> organizations',
  'members -> teams',
  'members -> users',
  'organizations -> invitations',
  'teams -> invitations',
];

describe('the folders of organization', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order, exceptions })).toEqual([]));
});
