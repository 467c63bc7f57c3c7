/** Members of organizations and what they may do (contracts/auth.md, section 10). */
import { good, invalidBody, refusal, refuses } from './expect.ts';
import type { Lab } from './lab.ts';
import { call, colleague, found, freshSlug, methodsOf, type Team } from './team.ts';

const onlyOwner = 'You cannot leave the organization as the only owner';

export const describeMembers = (lab: () => Lab): void => {
  let team: Team;
  let ids: Record<string, string>;
  beforeAll(async () => {
    team = await found(lab());
    const { members } = await good(call(team.owner, 'getFullOrganization'));
    ids = Object.fromEntries(members.map(({ id, role }: Record<string, string>) => [role, id]));
  });
  const nobody = () => ({ organization: methodsOf(lab().browser()) });
  const none = 'No active organization';
  const unknown = 'Member not found';

  describe('organization.getActiveMember', () => {
    it('answers who one is there', async () => {
      const { id, name, email } = team.member;
      expect(await good(call(team.member, 'getActiveMember'))).toEqual({
        id: ids['member'],
        organizationId: team.id,
        userId: id,
        role: 'member',
        createdAt: expect.any(Date),
        teamId: null,
        user: { id, name, email, image: null },
      });
    });

    // Upstream: "200 null" for the second.
    refuses([
      ['nobody', () => call(nobody(), 'getActiveMember'), 401, null],
      ['whoever has none active', () => call(team.outsider, 'getActiveMember'), 400, none],
    ]);
  });

  describe('organization.updateMemberRole', () => {
    const update = (who: Team['owner'], own: object = {}) =>
      call(who, 'updateMemberRole', {
        memberId: ids['member'],
        role: 'member',
        organizationId: team.id,
        ...own,
      });
    const denied = 'You are not allowed to update this member';

    it('gives roles, one or several', async () => {
      expect(await good(update(team.admin, { role: ['member', 'admin'] }))).toMatchObject({
        id: ids['member'],
        role: 'member,admin',
      });
      expect((await good(update(team.owner))).role).toBe('member');
    });

    refuses([
      ['nobody', () => call(nobody(), 'updateMemberRole', { role: 'member', memberId: 'x' }), 401, null],
      ['no member', () => update(team.owner, { memberId: undefined }), 400, invalidBody],
      ['no role', () => update(team.owner, { role: '' }), 400, null],
      ['whoever has none active', () => update(team.outsider, { organizationId: undefined }), 400, none],
      ['an outsider', () => update(team.outsider), 400, unknown],
      ['someone unknown', () => update(team.owner, { memberId: 'unknown' }), 400, unknown],
      ['a member', () => update(team.member), 403, denied],
      ['an admin to make an owner', () => update(team.admin, { role: 'owner' }), 403, denied],
      ['an admin to touch an owner', () => update(team.admin, { memberId: ids['owner'] }), 403, denied],
      // Upstream lets the last owner go, and reaches into other organizations (section 16, item 3).
      ['to demote the only owner', () => update(team.owner, { memberId: ids['owner'] }), 400, onlyOwner],
      [
        'a member of another organization',
        async () => {
          const { owner } = await found(lab());
          return update(owner, { organizationId: undefined });
        },
        400,
        unknown,
      ],
    ]);
  });

  describe('organization.hasPermission', () => {
    const wanted = { permissions: { member: ['create'] } };
    it.each([
      ['owner', { permissions: { organization: ['delete'] } }, true],
      ['admin', { permission: { organization: ['delete'] } }, false],
      ['admin', { permissions: { member: ['create'], team: ['delete'] } }, true],
      ['member', wanted, false],
      ['member', { permissions: { member: [] } }, true],
      ['owner', { permissions: {} }, false],
      ['owner', { permissions: { unicorn: ['ride'] } }, false],
    ] as const)('answers the %s who asks for %j: %s', async (who, body, success) =>
      expect(await good(call(team[who], 'hasPermission', body))).toEqual({ error: null, success }),
    );

    refuses([
      ['nobody', () => call(nobody(), 'hasPermission', wanted), 401, null],
      ['nothing', () => team.owner.post('/organization/has-permission', {}), 400, invalidBody],
      ['whoever has none active', () => call(team.outsider, 'hasPermission', wanted), 400, none],
      [
        'an outsider',
        () => call(team.outsider, 'hasPermission', { ...wanted, organizationId: team.id }),
        401,
        'User is not a member of the organization',
      ],
    ]);
  });

  describe('organization.removeMember and leave', () => {
    it('end a membership, by address, id or oneself, and what was active', async () => {
      const { owner, admin, member, id } = await found(lab());
      // Upstream looks for the address as it was typed.
      const gone = await good(call(admin, 'removeMember', { memberIdOrEmail: member.email.toUpperCase() }));
      expect(gone.member).toMatchObject({ role: 'member', user: { email: member.email } });
      // Upstream leaves it active in the session of who was removed.
      expect((await good(member.client.getSession())).session.activeOrganizationId).toBeNull();
      expect((await call(member, 'leave', { organizationId: id })).error).toEqual(refusal(400, unknown));
      const left = await good(call(admin, 'leave', { organizationId: id }));
      expect(left).toMatchObject({ role: 'admin', user: { email: admin.email } });
      expect((await good(admin.client.getSession())).session.activeOrganizationId).toBeNull();
      const { members } = await good(call(owner, 'getFullOrganization'));
      expect(members).toHaveLength(1);
    });

    const remove = (who: Team['owner'], memberIdOrEmail: string, own: object = {}) =>
      call(who, 'removeMember', { memberIdOrEmail, organizationId: team.id, ...own });
    const denied = 'You are not allowed to delete this member';
    refuses([
      ['nobody', () => call(nobody(), 'removeMember', { memberIdOrEmail: 'x' }), 401, null],
      ['no name', () => team.owner.post('/organization/remove-member', {}), 400, invalidBody],
      // Upstream: "200 null".
      ['whoever has none active', () => remove(team.outsider, 'x', { organizationId: undefined }), 400, none],
      ['an outsider', () => remove(team.outsider, ids['member'] ?? ''), 400, unknown],
      ['someone unknown', () => remove(team.owner, 'nobody@example.com'), 400, unknown],
      ['a member', () => remove(team.member, ids['admin'] ?? ''), 401, denied],
      ['an admin to remove the owner', () => remove(team.admin, ids['owner'] ?? ''), 400, onlyOwner],
      ['the only owner to go', () => call(team.owner, 'leave', { organizationId: team.id }), 400, onlyOwner],
      ['nobody to go', () => call(nobody(), 'leave', { organizationId: team.id }), 401, null],
      ['to go from nowhere', () => team.owner.post('/organization/leave', {}), 400, invalidBody],
    ]);

    // Upstream lets an owner with a second role leave an organization without any (section 16, item 3).
    it('keep the last owner, whatever other roles they have', async () => {
      const ada = await colleague(lab());
      const { id, members } = await good(call(ada, 'create', { name: 'Shop', slug: freshSlug() }));
      await good(call(ada, 'updateMemberRole', { memberId: members[0].id, role: ['owner', 'admin'] }));
      expect((await call(ada, 'leave', { organizationId: id })).error).toEqual(refusal(400, onlyOwner));
    });
  });
};
