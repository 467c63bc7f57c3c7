import path from 'node:path';
import { layerFindings } from '@tessera/kit/test/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'migrations',
  'keys.ts',
  'tokens',
  'users',
  'providers',
  'options.ts',
  'transport',
  'cookies',
  'identity.ts',
  'attempts',
  'origins',
  'pages',
  'accounts',
  'public-options',
  'sessions',
  'devices',
  'passwords',
  'social',
  'admin',
  'verifications',
  'sign-in',
  'mail',
  'usernames',
  'sign-up',
];

/** Imports upwards that are there today: this list may only shrink. */
const exceptions = [
  'identity.ts -> attempts',
  'identity.ts -> sessions',
  'sessions -> sign-in',
  'users -> verifications',
  'passwords -> mail',
  'providers -> options.ts',
  'users -> sessions',
  'users -> identity.ts',
  'users -> sign-up',
  'users -> usernames',
  'users -> accounts',
  'users -> passwords',
  'users -> options.ts',
  'users -> mail',
  'verifications -> mail',
];

describe('the folders of identity', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order, exceptions })).toEqual([]));
});
