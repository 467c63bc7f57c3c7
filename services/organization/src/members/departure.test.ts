import { outboxRow } from '@tessera/kit/outbox';
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

let house: OrganizationStack;
beforeAll(async () => {
  house = await startOrganization();
});
afterAll(() => house.stack.stop());

const depart = ({ userId, email }: { userId: string; email: string }) =>
  house.stack.bus.publish(outboxRow(userDeleted, { userId, email }));
const rolesIn = async (organizationId: string): Promise<string[]> => {
  const rows = (await house.stack.db.query(
    'SELECT role FROM members WHERE organization_id = $1 ORDER BY created_at, id',
    [organizationId],
  )) as { role: string }[];
  return rows.map(({ role }) => role);
};
const join = async (organizationId: string, role: string) => {
  house.stack.clock.advance(1);
  const person = signIn(house.identity);
  return { person, id: await addMember(house, organizationId, { userId: person.userId, role }) };
};

describe('someone whose account is deleted', () => {
  it('leaves an organization to whoever manages it with them', async () => {
    const { as, organizationId } = await makeSeller(house);
    await join(organizationId, 'member');
    const admin = await join(organizationId, 'admin');
    await depart(as);
    const told = await house.stack.events.next(
      membershipUpdated,
      ({ membership }) => membership?.id === admin.id,
    );
    expect(told.membership).toMatchObject({ role: 'owner,admin', canManage: true });
    await house.stack.events.next(membershipDeleted, ({ membership }) => membership?.userId === as.userId);
    expect(await rolesIn(organizationId)).toEqual(['member', 'owner,admin']);
  });

  it('leaves it to whoever has been there longest where nobody else manages, and to the other owner where there is one', async () => {
    const { as, organizationId } = await makeSeller(house);
    const oldest = await join(organizationId, 'member');
    await join(organizationId, 'member');
    await depart(as);
    await house.stack.events.next(membershipDeleted, ({ membership }) => membership?.userId === as.userId);
    expect(await rolesIn(organizationId)).toEqual(['owner,member', 'member']);
    await join(organizationId, 'owner');
    await depart(oldest.person);
    await house.stack.events.next(membershipDeleted, ({ membership }) => membership?.id === oldest.id);
    expect(await rolesIn(organizationId)).toEqual(['member', 'owner']);
  });

  it('takes an organization along in which nobody else is', async () => {
    const { as, organizationId } = await makeSeller(house);
    await mintToken(house, as, { organizationId });
    await depart(as);
    await house.stack.events.next(organizationDeleted, (event) => event.organizationId === organizationId);
    for (const table of ['members', 'access_tokens'])
      expect(
        await house.stack.db.query(`SELECT 1 FROM ${table} WHERE organization_id = $1`, [organizationId]),
      ).toEqual([]);
    expect(await house.stack.db.query('SELECT 1 FROM users WHERE id = $1', [as.userId])).toEqual([]);
  });
});
