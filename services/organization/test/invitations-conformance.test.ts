/** Invitations, as the unmodified client sees them: success and every error (contracts/auth.md, section 10). */
import { invitationCreated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { organizationOf } from './client.ts';
import { type OrganizationStack, startOrganization, withOptions } from './factories.ts';
import { invite, saidBy, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

describe('invitations', () => {
  it('are made for an address in any case, seen by whom they are for, and accepted once', async () => {
    const at = await team(started);
    const { as, people, organizationId, slug } = at;
    const made = await invite(at, people.outsider, { role: ['admin', 'member'] });
    expect(made).toMatchObject({
      email: people.outsider.email,
      role: 'admin,member',
      status: 'pending',
      inviterId: people.owner.userId,
      expiresAt: new Date(started.stack.clock.now().getTime() + 172_800_000),
    });
    const seen = await as('outsider')('getInvitation', { query: { id: made.id } });
    expect(seen.data).toEqual({
      ...made,
      organizationName: 'Shop',
      organizationSlug: slug,
      inviterEmail: people.owner.email,
    });
    const accepted = await as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(accepted.data).toMatchObject({
      invitation: { id: made.id, status: 'accepted' },
      member: { organizationId, userId: people.outsider.userId, role: 'admin,member' },
    });
    expect(started.identity.active.get(people.outsider.sessionId)).toBe(organizationId);
    const again = await as('outsider')('acceptInvitation', { invitationId: made.id });
    expect(saidBy(again)).toBe('400 Invitation not found');
    const { data: list } = await as('admin')('listInvitations');
    expect(list).toEqual([{ ...made, status: 'accepted' }]);
  });

  it('are answered and told with ids as they are, however they were spelt', async () => {
    const { as, people, organizationId } = await team(started);
    const { data } = await as('owner')('inviteMember', {
      organizationId: organizationId.toUpperCase(),
      email: people.outsider.email,
      role: 'member',
    });
    expect(data.organizationId).toBe(organizationId);
    const { invitation } = await started.stack.events.next(
      invitationCreated,
      (event) => event.invitation?.id === data.id,
    );
    expect(invitation?.organizationId).toBe(organizationId);
  });

  it('make one membership, accepted twice at once or by someone who is a member already', async () => {
    const at = await team(started);
    const { as, people, organizationId } = at;
    const one = await invite(at, people.outsider);
    const two = await invite(at, people.outsider, { resend: true });
    const answers = await Promise.all(
      [one, one, two, two].map(({ id }) => as('outsider')('acceptInvitation', { invitationId: id })),
    );
    expect(answers.filter(({ error }) => !error)).toHaveLength(2);
    const members = answers.flatMap(({ data }) => (data ? [data.member.id as string] : []));
    expect(new Set(members).size).toBe(1);
    const rows = (await started.stack.db.query('SELECT 1 FROM members WHERE organization_id = $1', [
      organizationId,
    ])) as unknown[];
    expect(rows).toHaveLength(4);
  });

  it('are made once, and no more than the limit, however many ask at once', async () => {
    const at = await team(started);
    const { people, organizationId } = at;
    const few = await withOptions(started, { invitationLimit: 2 });
    const inviteAs = (name: 'owner' | 'admin', email: string) =>
      organizationOf(few, people[name]).call('inviteMember', { email, role: 'member', organizationId });
    const same = await Promise.all(
      (['owner', 'admin', 'owner', 'admin'] as const).map((name) => inviteAs(name, people.outsider.email)),
    );
    expect(same.map(saidBy).toSorted((a, b) => a.localeCompare(b))).toEqual([
      ...Array.from({ length: 3 }, () => '400 User is already invited to this organization'),
      'no error',
    ]);
    const others = await Promise.all([1, 2, 3].map(() => inviteAs('owner', `${uuidv7()}@example.com`)));
    expect(others.map(saidBy).filter((said) => said === '403 Invitation limit reached')).toHaveLength(2);
  });

  it('are refused where the contract refuses them', async () => {
    const at = await team(started);
    const { as, people, organizationId } = at;
    const body = (email: string, more: object = {}) => ({ email, role: 'member', organizationId, ...more });
    const someone = () => `${uuidv7()}@example.com`;
    expect(saidBy(await as('anonymous')('inviteMember', body(someone())))).toBe('401');
    const homeless = { email: someone(), role: 'member' };
    expect(saidBy(await as('outsider')('inviteMember', homeless))).toBe('400 Organization not found');
    expect(saidBy(await as('outsider')('inviteMember', body(someone())))).toBe('400 Member not found');
    expect(saidBy(await as('member')('inviteMember', body(someone())))).toBe(
      '403 You are not allowed to invite users to this organization',
    );
    for (const role of ['owner', ['member', 'owner'], 'member, owner'])
      expect(saidBy(await as('admin')('inviteMember', body(someone(), { role })))).toBe(
        '403 you are not allowed to invite user with this role',
      );
    expect(saidBy(await as('owner')('inviteMember', body(people.member.email.toUpperCase())))).toBe(
      '400 User is already a member of this organization',
    );
    await invite(at, people.outsider);
    expect(saidBy(await as('admin')('inviteMember', body(people.outsider.email.toUpperCase())))).toBe(
      '400 User is already invited to this organization',
    );
    for (const bad of [{ email: 'nobody' }, { role: [] }, { role: ' ' }])
      expect(saidBy(await as('owner')('inviteMember', body(someone(), bad)))).toBe(
        '400 Invalid body parameters',
      );
    const few = await withOptions(started, { invitationLimit: 1 });
    expect(saidBy(await organizationOf(few, people.owner).call('inviteMember', body(someone())))).toBe(
      '403 Invitation limit reached',
    );
  });

  it('are made again on request; the earlier one goes where the options say so', async () => {
    const at = await team(started);
    const { as, people, organizationId } = at;
    await invite(at, people.outsider);
    await invite(at, people.outsider, { resend: true });
    const states = async () =>
      ((await as('owner')('listInvitations')).data as { status: string }[]).map(({ status }) => status);
    expect(await states()).toEqual(['pending', 'pending']);
    const tidy = await withOptions(started, { cancelPendingInvitationsOnReInvite: true, invitationLimit: 1 });
    const again = await organizationOf(tidy, people.owner).call('inviteMember', {
      email: people.outsider.email,
      role: 'member',
      organizationId,
      resend: true,
    });
    expect(again.error).toBeNull();
    expect(await states()).toEqual(['canceled', 'canceled', 'pending']);
  });

  it('end after the time of the options', async () => {
    const at = await team(await withOptions(started, { invitationExpiresIn: 60 }));
    const { as, people } = at;
    const { id } = await invite(at, people.outsider);
    started.stack.clock.advance(60);
    expect(saidBy(await as('outsider')('getInvitation', { query: { id } }))).toBe(
      '400 Invitation not found!',
    );
    const answer = { invitationId: id };
    expect(saidBy(await as('outsider')('acceptInvitation', answer))).toBe('400 Invitation not found');
    expect(saidBy(await as('outsider')('rejectInvitation', answer))).toBe('400 Invitation not found!');
    await invite(at, people.outsider);
  });

  it('are shown to nobody but whom they are for, while the inviter is there', async () => {
    const at = await team(started);
    const { as, people, ids, organizationId } = at;
    const { id } = await invite(at, people.outsider);
    const query = { query: { id } };
    expect(saidBy(await as('anonymous')('getInvitation', query))).toBe('401 Not authenticated');
    expect(saidBy(await as('owner')('getInvitation', query))).toBe(
      '403 You are not the recipient of the invitation',
    );
    expect(saidBy(await as('owner')('getInvitation', { query: { id: uuidv7() } }))).toBe(
      '400 Invitation not found!',
    );
    await as('owner')('updateMemberRole', { memberId: ids.admin, role: 'owner', organizationId });
    await as('owner')('leave', { organizationId });
    expect(saidBy(await as('outsider')('getInvitation', query))).toBe(
      '400 Inviter is no longer a member of the organization',
    );
  });

  it.each([
    ['was removed', 'member', '400 Inviter is no longer a member of the organization'],
    ['owns no longer, of ownership', 'owner', '400 Inviter may no longer invite with this role'],
  ])('are worth nothing from whoever %s', async (_what, role, refusal) => {
    const at = await team(started);
    const { as, people, ids, organizationId } = at;
    await as('owner')('updateMemberRole', { memberId: ids.admin, role: 'owner', organizationId });
    const { id } = await invite(at, people.outsider, { role });
    const [owner] = [ids.owner];
    if (role === 'member') await as('admin')('removeMember', { memberIdOrEmail: owner, organizationId });
    else await as('admin')('updateMemberRole', { memberId: owner, role: 'admin', organizationId });
    const accept = () => as('outsider')('acceptInvitation', { invitationId: id });
    expect(saidBy(await accept())).toBe(refusal);
    expect(saidBy(await as('outsider')('getInvitation', { query: { id } }))).toBe(refusal);
    if (role === 'member') return;
    await as('admin')('updateMemberRole', { memberId: owner, role: 'owner', organizationId });
    expect((await accept()).data.member.role).toBe('owner');
  });

  it('are listed for members', async () => {
    const { as, organizationId } = await team(started);
    const query = { query: { organizationId } };
    expect((await as('member')('listInvitations', query)).data).toEqual([]);
    expect(saidBy(await as('anonymous')('listInvitations', query))).toBe('401');
    expect(saidBy(await as('outsider')('listInvitations'))).toBe('400 Organization ID is required');
    expect(saidBy(await as('outsider')('listInvitations', query))).toBe(
      '403 You are not a member of this organization',
    );
  });

  it('are accepted by nobody else, and only while there is room', async () => {
    const at = await team(started);
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    expect(saidBy(await as('anonymous')('acceptInvitation', { invitationId }))).toBe('401');
    expect(saidBy(await as('member')('acceptInvitation', { invitationId }))).toBe(
      '403 You are not the recipient of the invitation',
    );
    expect(saidBy(await as('outsider')('acceptInvitation', { invitationId: 'nonsense' }))).toBe(
      '400 Invitation not found',
    );
    const full = await withOptions(started, { membershipLimit: 3 });
    expect(
      saidBy(await organizationOf(full, people.outsider).call('acceptInvitation', { invitationId })),
    ).toBe('403 Organization membership limit reached');
  });

  it('are rejected by whom they are for', async () => {
    const at = await team(started);
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    expect(saidBy(await as('anonymous')('rejectInvitation', { invitationId }))).toBe('401');
    expect(saidBy(await as('owner')('rejectInvitation', { invitationId }))).toBe(
      '403 You are not the recipient of the invitation',
    );
    const { data } = await as('outsider')('rejectInvitation', { invitationId });
    expect(data).toMatchObject({ invitation: { id: invitationId, status: 'rejected' }, member: null });
    expect(saidBy(await as('outsider')('rejectInvitation', { invitationId }))).toBe(
      '400 Invitation not found!',
    );
  });

  it('are taken back by those who may, in any state', async () => {
    const at = await team(started);
    const { as, people } = at;
    const { id: invitationId } = await invite(at, people.outsider);
    const cancel = (name: 'owner' | 'admin' | 'member' | 'outsider' | 'anonymous') =>
      as(name)('cancelInvitation', { invitationId });
    expect(saidBy(await cancel('anonymous'))).toBe('401');
    expect(saidBy(await cancel('outsider'))).toBe('400 Member not found');
    expect(saidBy(await cancel('member'))).toBe('403 You are not allowed to cancel this invitation');
    expect(saidBy(await as('admin')('cancelInvitation', { invitationId: uuidv7() }))).toBe(
      '400 Invitation not found',
    );
    expect((await cancel('admin')).data).toMatchObject({ id: invitationId, status: 'canceled' });
    expect((await cancel('owner')).data).toMatchObject({ status: 'canceled' });
    expect(saidBy(await as('outsider')('acceptInvitation', { invitationId }))).toBe(
      '400 Invitation not found',
    );
  });
});
