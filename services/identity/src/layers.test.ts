import path from 'node:path';
import { layerFindings } from '@tessera/local/testing/layers';

/** The folders from the lowest to the highest: an import goes down this list. */
const order = [
  'migrations',
  'keys.ts',
  'tokens',
  'user-fields',
  'providers/options.ts',
  'providers/provider.ts',
  'providers/json.ts',
  'options.ts',
  'providers',
  'http',
  'cookies',
  'session-store/session-cache.ts',
  'login-throttle/counts.ts',
  'places',
  'passwords/derive-key.ts',
  'passwords/hash.ts',
  'identity.ts',
  'login-throttle',
  'origins',
  'pages',
  'public-options',
  'session-store',
  'users',
  'accounts',
  'sessions',
  'devices',
  'passwords',
  'verifications',
  'usernames',
  'preferences',
  'profile',
  'sign-in',
  'sign-up',
  'social',
  'admin',
  'mails',
];

describe('the folders of identity', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order })).toEqual([]));
});
