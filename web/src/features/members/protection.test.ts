import '../../test/english.ts';
import type { OwnMembership } from '../../api/organization/own-membership.ts';
import { timestamp } from '../../test/timestamp.ts';
import { protectionOf } from './protection.ts';

const membershipOf = (role: string, owners: number, creatorRole = 'owner'): OwnMembership => ({
  member: { id: '1', organizationId: '2', userId: '3', role, createdAt: timestamp('1970-01-01T00:00:00Z') },
  allowed: {},
  creatorRole,
  owners,
  roles: [],
  hasCustomRoles: false,
  hasTeams: false,
  isDeletable: true,
});

describe('the protection of owners', () => {
  it('leaves everybody else alone', () => {
    expect(protectionOf({ member: { role: 'admin' }, membership: membershipOf('owner', 1) })).toBeNull();
  });

  it('lets only an owner touch an owner', () => {
    expect(protectionOf({ member: { role: 'owner' }, membership: membershipOf('admin', 2) })).toMatch(
      /role Owner can/,
    );
    expect(
      protectionOf({ member: { role: 'owner' }, membership: membershipOf('admin,owner', 2) }),
    ).toBeNull();
  });

  it('keeps the last owner', () => {
    expect(protectionOf({ member: { role: 'owner' }, membership: membershipOf('owner', 1) })).toMatch(
      /must have/,
    );
  });

  it('is of the role that creators get', () => {
    const membership = membershipOf('captain', 1, 'captain');
    expect(protectionOf({ member: { role: 'owner' }, membership })).toBeNull();
    expect(protectionOf({ member: { role: 'captain' }, membership })).toMatch(/role Captain/);
  });
});
