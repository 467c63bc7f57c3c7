/** Weakness 3 of contracts/auth.md section 16 (OWASP ASVS 5.0.0, 8.2.2 and 8.4.1). */
import {
  addMember,
  makeSeller,
  type OrganizationStack,
  signIn,
  startOrganization,
} from '../../test/factories.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const post = (route: string, as: ReturnType<typeof signIn>, body: unknown) =>
  started.send('POST', `/api/auth/organization/${route}`, { as, body });
const rolesOf = async (organizationId: string) =>
  (
    (await started.stack.db.query('SELECT role FROM members WHERE organization_id = $1 ORDER BY role', [
      organizationId,
    ])) as { role: string }[]
  ).map(({ role }) => role);
const memberIdOf = async (organizationId: string, userId: string): Promise<string> =>
  (
    await started.stack.db.query('SELECT id FROM members WHERE organization_id = $1 AND user_id = $2', [
      organizationId,
      userId,
    ])
  )[0].id;

describe('3: roles given across organizations, and organizations left without an owner', () => {
  it('gives no role to a member of another organization, whichever is named or active', async () => {
    const thief = await makeSeller(started);
    const victim = await makeSeller(started);
    const accomplice = signIn(started.identity);
    const memberId = await addMember(started, victim.organizationId, {
      userId: accomplice.userId,
      role: 'member',
    });
    for (const own of [
      {},
      { organizationId: thief.organizationId },
      { organizationId: victim.organizationId },
    ]) {
      const answer = await post('update-member-role', thief.as, { memberId, role: 'owner', ...own });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(await rolesOf(victim.organizationId)).toEqual(['member', 'owner']);
  });

  it.each(['owner', 'owner,admin', 'admin,owner', 'member, owner'])(
    'keeps the only owner in place, with the roles %j',
    async (role) => {
      const { as, organizationId } = await makeSeller(started);
      const memberId = await memberIdOf(organizationId, as.userId);
      await started.stack.db.query('UPDATE members SET role = $2 WHERE id = $1', [memberId, role]);
      const answers = [
        await post('leave', as, { organizationId }),
        await post('remove-member', as, { organizationId, memberIdOrEmail: memberId }),
        await post('update-member-role', as, { organizationId, memberId, role: 'member' }),
        await post('update-member-role', as, { organizationId, memberId, role: ['admin', 'member'] }),
      ];
      for (const { status } of answers) expect([400, 403]).toContain(status);
      expect(await rolesOf(organizationId)).toEqual([role]);
    },
  );
});
