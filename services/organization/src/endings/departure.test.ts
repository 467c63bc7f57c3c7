import { outboxRow } from '@tessera/kit/events/outbox';
import { userDeleted } from '@tessera/proto/events/identity';
import {
  membershipDeleted,
  membershipUpdated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
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
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const depart = ({ userId, email }: { userId: string; email: string }) =>
  started.stack.bus.publish(outboxRow(userDeleted, { userId, email }));
const rolesIn = async (organizationId: string): Promise<string[]> => {
  const rows = (await started.stack.db.query(
    'SELECT role FROM members WHERE organization_id = $1 ORDER BY created_at, id',
    [organizationId],
  )) as { role: string }[];
  return rows.map(({ role }) => role);
};
const join = async (organizationId: string, role: string) => {
  started.stack.clock.advance(1);
  const person = signIn(started.identity);
  return { person, id: await addMember(started, organizationId, { userId: person.userId, role }) };
};

describe('someone whose account is deleted', () => {
  it('leaves an organization to whoever manages it with them', async () => {
    const { as, organizationId } = await makeSeller(started);
    await join(organizationId, 'member');
    const admin = await join(organizationId, 'admin');
    await depart(as);
    const emitted = await started.stack.events.next(
      membershipUpdated,
      ({ membership }) => membership?.id === admin.id,
    );
    expect(emitted.membership).toMatchObject({ role: 'owner,admin', canManage: true });
    await started.stack.events.next(membershipDeleted, ({ membership }) => membership?.userId === as.userId);
    expect(await rolesIn(organizationId)).toEqual(['member', 'owner,admin']);
  });

  it('leaves it to whoever has been there longest where nobody else manages, and to the other owner where there is one', async () => {
    const { as, organizationId } = await makeSeller(started);
    const oldest = await join(organizationId, 'member');
    await join(organizationId, 'member');
    await depart(as);
    await started.stack.events.next(membershipDeleted, ({ membership }) => membership?.userId === as.userId);
    expect(await rolesIn(organizationId)).toEqual(['owner,member', 'member']);
    await join(organizationId, 'owner');
    await depart(oldest.person);
    await started.stack.events.next(membershipDeleted, ({ membership }) => membership?.id === oldest.id);
    expect(await rolesIn(organizationId)).toEqual(['member', 'owner']);
  });

  it('takes an organization along in which nobody else is', async () => {
    const { as, organizationId } = await makeSeller(started);
    await mintToken(started, as, { organizationId });
    await depart(as);
    await started.stack.events.next(organizationDeleted, (event) => event.organizationId === organizationId);
    for (const table of ['members', 'access_tokens'])
      expect(
        await started.stack.db.query(`SELECT 1 FROM ${table} WHERE organization_id = $1`, [organizationId]),
      ).toEqual([]);
    expect(await started.stack.db.query('SELECT 1 FROM users WHERE id = $1', [as.userId])).toEqual([]);
  });
});
