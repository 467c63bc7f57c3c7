/** Members, as the unmodified client sees them: success and every error (contracts/auth.md, section 10). */
import { organizationDeleted } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { type OrganizationStack, startOrganization } from './factories.ts';
import { saidBy, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('members', () => {
  it('see their own place in the active organization', async () => {
    const { as, people, ids, organizationId } = await team(started);
    const { data } = await as('member')('getActiveMember');
    const { userId: id, name, email } = people.member;
    expect(data).toMatchObject({ id: ids.member, role: 'member', organizationId, user: { id, name, email } });
    expect(saidBy(await as('anonymous')('getActiveMember'))).toBe('401');
    expect(saidBy(await as('outsider')('getActiveMember'))).toBe('400 No active organization');
    started.identity.active.set(people.outsider.sessionId, organizationId);
    expect(saidBy(await as('outsider')('getActiveMember'))).toBe('400 Member not found');
  });

  it('are removed by id, and by e-mail in any case; their sessions leave with them', async () => {
    const { as, people, ids, organizationId } = await team(started);
    const first = await as('owner')('removeMember', { memberIdOrEmail: people.member.email.toUpperCase() });
    expect(first.data.member).toMatchObject({ id: ids.member, user: { email: people.member.email } });
    expect(started.identity.active.get(people.member.sessionId)).toBeNull();
    const second = await as('owner')('removeMember', { memberIdOrEmail: ids.admin, organizationId });
    expect(second.data.member).toMatchObject({ id: ids.admin, role: 'admin' });
    expect((await as('admin')('list')).data).toEqual([]);
  });

  it('are removed by nobody who may not', async () => {
    const { as, people, ids, organizationId } = await team(started);
    const other = await team(started);
    const remove = (memberIdOrEmail: string) => ({ memberIdOrEmail, organizationId });
    expect(saidBy(await as('anonymous')('removeMember', remove(ids.member)))).toBe('401');
    expect(saidBy(await as('outsider')('removeMember', { memberIdOrEmail: ids.member }))).toBe(
      '400 No active organization',
    );
    const unknown = '400 Member not found';
    expect(saidBy(await as('outsider')('removeMember', remove(ids.member)))).toBe(unknown);
    for (const target of [other.ids.member, uuidv7(), 'nonsense', '', '@', people.outsider.email])
      expect(saidBy(await as('owner')('removeMember', remove(target)))).toBe(unknown);
    const onlyOwner = '400 You cannot leave the organization as the only owner';
    expect(saidBy(await as('admin')('removeMember', remove(ids.owner)))).toBe(onlyOwner);
    expect(saidBy(await as('owner')('removeMember', remove(ids.owner)))).toBe(onlyOwner);
    expect(saidBy(await as('member')('removeMember', remove(ids.admin)))).toBe(
      '401 You are not allowed to delete this member',
    );
  });

  it('leave, and answer who they were; the last owner stays, whatever other roles they have', async () => {
    const { as, people, ids, organizationId } = await team(started);
    const left = await as('member')('leave', { organizationId });
    expect(left.data).toMatchObject({ id: ids.member, user: { email: people.member.email } });
    expect(started.identity.active.get(people.member.sessionId)).toBeNull();
    expect(saidBy(await as('member')('leave', { organizationId }))).toBe('400 Member not found');
    expect(saidBy(await as('anonymous')('leave', { organizationId }))).toBe('401');
    const onlyOwner = '400 You cannot leave the organization as the only owner';
    for (const role of ['owner', 'owner,admin', ['member', 'owner'], ' owner , x']) {
      const changed = await as('owner')('updateMemberRole', { memberId: ids.owner, role, organizationId });
      expect(changed.error).toBeNull();
      expect(saidBy(await as('owner')('leave', { organizationId }))).toBe(onlyOwner);
      expect(saidBy(await as('owner')('removeMember', { memberIdOrEmail: ids.owner }))).toBe(onlyOwner);
      const demotion = { memberId: ids.owner, role: ['admin', 'member'], organizationId };
      expect(saidBy(await as('owner')('updateMemberRole', demotion))).toBe(onlyOwner);
    }
    await as('owner')('updateMemberRole', { memberId: ids.admin, role: 'owner', organizationId });
    expect((await as('owner')('leave', { organizationId })).error).toBeNull();
  });

  it('leave an organization however its id is spelt, and their sessions with them', async () => {
    const { as, people, organizationId } = await team(started);
    const left = await as('member')('leave', { organizationId: organizationId.toUpperCase() });
    expect(left.data).toMatchObject({ organizationId });
    expect(started.identity.active.get(people.member.sessionId)).toBeNull();
    await as('owner')('delete', { organizationId: organizationId.toUpperCase() });
    expect(started.identity.active.get(people.admin.sessionId)).toBeNull();
    // What is told names it as everyone keeps it.
    await started.stack.events.next(organizationDeleted, (event) => event.organizationId === organizationId);
  });

  it('get other roles from those who may give them', async () => {
    const { as, ids, organizationId } = await team(started);
    const other = await team(started);
    const change = (memberId: string, role: unknown) => ({ memberId, role, organizationId });
    const { data } = await as('admin')('updateMemberRole', {
      memberId: ids.member,
      role: ['admin', 'member'],
    });
    expect(data).toMatchObject({ id: ids.member, role: 'admin,member' });
    expect(saidBy(await as('anonymous')('updateMemberRole', change(ids.member, 'admin')))).toBe('401');
    for (const role of ['', [], ' , '])
      expect(saidBy(await as('owner')('updateMemberRole', change(ids.member, role)))).toBe('400');
    const homeless = { memberId: ids.member, role: 'admin' };
    expect(saidBy(await as('outsider')('updateMemberRole', homeless))).toBe('400 No active organization');
    const unknown = '400 Member not found';
    expect(saidBy(await as('outsider')('updateMemberRole', change(ids.member, 'admin')))).toBe(unknown);
    expect(saidBy(await as('owner')('updateMemberRole', change(other.ids.member, 'admin')))).toBe(unknown);
    const denied = '403 You are not allowed to update this member';
    await as('owner')('updateMemberRole', change(ids.member, 'member'));
    expect(saidBy(await as('member')('updateMemberRole', change(ids.admin, 'member')))).toBe(denied);
    for (const role of ['owner', 'member, owner', ['admin', 'owner']])
      expect(saidBy(await as('admin')('updateMemberRole', change(ids.member, role)))).toBe(denied);
    expect(saidBy(await as('admin')('updateMemberRole', change(ids.owner, 'member')))).toBe(denied);
  });
});
