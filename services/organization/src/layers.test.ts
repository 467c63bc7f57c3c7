import path from 'node:path';
import { layerFindings } from '@tessera/local/testing/layers';

/**
 * From the lowest to the highest: an import goes down this list. The rows of organizations, teams and members, with what
 * is found and said of them, lie below what changes them: who belongs where is asked in every change.
 */
const order = [
  'migrations',
  'roles.ts',
  'revisions.ts',
  'config.ts',
  'organization.ts',
  'users',
  {
    name: 'rows of organizations',
    files: ['organizations/entity.ts', 'organizations/errors.ts', 'organizations/lock.ts'],
  },
  'teams',
  {
    name: 'rows of members',
    files: ['members/entity.ts', 'members/errors.ts', 'members/service.ts', 'members/view.ts'],
  },
  {
    name: 'present organization',
    files: ['organizations/service.ts', 'organizations/active.ts', 'organizations/request-context.ts'],
  },
  'members',
  'access-tokens',
  'invitations',
  'oauth/errors.ts',
  'oauth/clients',
  'oauth/consents',
  'oauth/signing',
  'oauth/tokens',
  'oauth/authorization',
  'oauth/end.ts',
  'oauth/sweeper.ts',
  { name: 'changes of teams', files: ['teams/changes.ts', 'teams/members.ts', 'teams/page.ts'] },
  'endings',
  'organizations',
];

/**
 * The only folders that import each other: rows of each are asked for in changes of the others. The layers above hold
 * between their files. This list may only shrink.
 */
const circles = ['access-tokens, endings, invitations, members, oauth, organizations, teams'];

describe('the folders of organization', () => {
  it('import only what stands below them', () =>
    expect(layerFindings({ src: path.dirname(import.meta.filename), order, circles })).toEqual([]));
});
