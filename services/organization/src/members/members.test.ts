import { askAddMember } from '@tessera/proto/api/asks';
import { membershipCreated, membershipDeleted, membershipUpdated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import {
  addMember,
  makeSeller,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ membershipLimit: 4 });
});
afterAll(() => started.stack.stop());

const post = (route: string, as: ReturnType<typeof signIn>, body: unknown) =>
  started.send('POST', `/api/auth/organization/${route}`, { as, body });
const owners = async (organizationId: string): Promise<number> => {
  const rows = (await started.stack.db.query(
    `SELECT 1 FROM members WHERE organization_id = $1 AND 'owner' = ANY(string_to_array(role, ','))`,
    [organizationId],
  )) as unknown[];
  return rows.length;
};

describe('the last owner', () => {
  it('stays when all owners go in the same instant, however they go', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { as, organizationId } = await makeSeller(started);
      const second = signIn(started.identity);
      const third = signIn(started.identity);
      const ids = {
        second: await addMember(started, organizationId, { userId: second.userId, role: 'admin,owner' }),
        third: await addMember(started, organizationId, { userId: third.userId, role: 'owner' }),
      };
      const replies = await Promise.all([
        post('leave', as, { organizationId }),
        post('leave', second, { organizationId }),
        post('remove-member', second, { organizationId, memberIdOrEmail: ids.third }),
        post('update-member-role', third, { organizationId, memberId: ids.second, role: 'member' }),
        post('update-member-role', third, { organizationId, memberId: ids.third, role: ['admin', 'member'] }),
      ]);
      for (const { status } of replies) expect(status).toBeLessThan(500);
      expect(await owners(organizationId)).toBeGreaterThanOrEqual(1);
    }
  });

  it('is not in the way of a deletion at the same time', async () => {
    const { as, organizationId } = await makeSeller(started);
    const second = signIn(started.identity);
    await addMember(started, organizationId, { userId: second.userId, role: 'owner' });
    const replies = await Promise.all([
      post('delete', as, { organizationId }),
      post('leave', second, { organizationId }),
      mintToken(started, second, { organizationId }),
      post('invite-member', second, { organizationId, email: 'x@example.com', role: 'member' }),
    ]);
    expect(replies[0]?.status).toBe(200);
    for (const { status } of replies) expect(status).toBeLessThan(500);
    for (const table of ['organizations', 'members', 'invitations', 'access_tokens'])
      expect(
        await started.stack.db.query(
          `SELECT 1 FROM ${table} WHERE ${table === 'organizations' ? 'id' : 'organization_id'} = $1`,
          [organizationId],
        ),
      ).toEqual([]);
  });
});

describe('changes of members', () => {
  it('are told with revisions that grow', async () => {
    const { as, organizationId } = await makeSeller(started);
    const person = signIn(started.identity);
    const made = await started.stack.bus.ask(askAddMember, {
      userId: person.userId,
      organizationId,
      role: 'member',
    });
    const created = await started.stack.events.next(
      membershipCreated,
      ({ membership }) => membership?.id === made.id,
    );
    await post('update-member-role', as, { organizationId, memberId: made.id, role: 'admin' });
    const updated = await started.stack.events.next(
      membershipUpdated,
      ({ membership }) => membership?.id === made.id,
    );
    expect(updated.membership).toMatchObject({ role: 'admin', canManage: true });
    await post('leave', person, { organizationId });
    const deleted = await started.stack.events.next(
      membershipDeleted,
      ({ membership }) => membership?.id === made.id,
    );
    const revisions = [created, updated, deleted].map(({ membership }) => membership?.revision ?? 0n);
    expect(revisions).toEqual(revisions.toSorted((a, b) => Number(a - b)));
    expect(new Set(revisions).size).toBe(3);
  });

  it('of a role that stays the same are not told', async () => {
    const { as, organizationId } = await makeSeller(started);
    const { userId } = signIn(started.identity);
    const memberId = await addMember(started, organizationId, { userId });
    const same = await post('update-member-role', as, { organizationId, memberId, role: ' member ' });
    expect(same.body).toMatchObject({ role: 'member' });
    const emitted = started.stack.events.all(membershipUpdated);
    expect(emitted.filter(({ membership }) => membership?.id === memberId)).toEqual([]);
  });
});

describe('add-member', () => {
  const add = (addition: { userId: string; organizationId: string; role?: string; teamId?: string }) =>
    started.stack.bus.ask(askAddMember, { role: 'member', ...addition });

  it('answers the member', async () => {
    const { organizationId } = await makeSeller(started);
    const { userId } = signIn(started.identity);
    const member = await started.stack.bus.ask(askAddMember, {
      userId,
      organizationId,
      role: ['admin', 'member'],
    });
    expect(member).toMatchObject({ organizationId, userId, role: 'admin,member' });
  });

  it('fails with the contract’s errors', async () => {
    const { as, organizationId } = await makeSeller(started);
    const fresh = () => signIn(started.identity).userId;
    const teamId = uuidv7();
    await expect(add({ userId: fresh(), organizationId, teamId })).rejects.toMatchObject({
      status: 400,
      message: 'Teams are not enabled',
    });
    await expect(add({ userId: uuidv7(), organizationId })).rejects.toThrow('User not found');
    await expect(add({ userId: 'nonsense', organizationId })).rejects.toThrow('User not found');
    await expect(add({ userId: as.userId, organizationId })).rejects.toThrow(
      'User is already a member of this organization',
    );
    await expect(add({ userId: fresh(), organizationId: uuidv7() })).rejects.toThrow(
      'Organization not found',
    );
    for (let count = 1; count < 4; count += 1) await add({ userId: fresh(), organizationId });
    await expect(add({ userId: fresh(), organizationId })).rejects.toMatchObject({
      status: 403,
      message: 'Organization membership limit reached',
    });
  });
});

describe('renaming an access token', () => {
  const path = '/api/billing/v1/organization-access-tokens';

  it('changes its name and nothing else', async () => {
    const { as, organizationId } = await makeSeller(started);
    const { id, body } = await mintToken(started, as, { organizationId });
    started.stack.clock.advance(1);
    const renamed = await started.send('PATCH', `${path}/${id}`, { as, body: { comment: '  Laptop ' } });
    expect(renamed.body).toEqual({
      ...body.organization_access_token,
      comment: 'Laptop',
      modified_at: started.stack.clock.now().toISOString(),
    });
    const same = await started.send('PATCH', `${path}/${id}`, { as, body: {} });
    expect(same.body).toEqual(renamed.body);
  });
});
