/** Invitations to organizations (contracts/auth.md, section 10). */
import { good, invalidBody, invalidQuery, refusal, refuses } from './expect.ts';
import type { Lab } from './lab.ts';
import { call, colleague, found, join, methodsOf, type Team } from './team.ts';

const notRecipient = 'You are not the recipient of the invitation';
let count = 0;
const address = () => {
  count += 1;
  return `guest-${count}@example.com`;
};

export const describeInvitations = (lab: () => Lab): void => {
  let team: Team;
  beforeAll(async () => {
    team = await found(lab());
  });
  const nobody = () => ({ organization: methodsOf(lab().browser()) });
  const invite = (who: Team['owner'], own: object = {}) =>
    call(who, 'inviteMember', { email: address(), role: 'member', organizationId: team.id, ...own });

  describe('an invitation', () => {
    it('is sent to an address in any case, seen by its owner, and accepted once', async () => {
      const { id, slug, owner, outsider } = await found(lab());
      const asked = { email: outsider.email.toUpperCase(), role: ['member', 'admin'] };
      const made = await good(call(owner, 'inviteMember', asked));
      expect(made).toEqual({
        id: expect.any(String),
        organizationId: id,
        email: outsider.email,
        role: 'member,admin',
        status: 'pending',
        expiresAt: expect.any(Date),
        inviterId: owner.id,
        teamId: null,
      });
      expect((await lab().mailTo(outsider.email, 'organization-invitation')).url).toContain(made.id);
      expect(await good(call(outsider, 'getInvitation', { query: { id: made.id } }))).toEqual({
        ...made,
        organizationName: 'Shop',
        organizationSlug: slug,
        inviterEmail: owner.email,
      });
      const answer = await good(call(outsider, 'acceptInvitation', { invitationId: made.id }));
      expect(answer).toMatchObject({
        invitation: { id: made.id, status: 'accepted' },
        member: { organizationId: id, userId: outsider.id, role: 'member,admin' },
      });
      expect((await good(outsider.client.getSession())).session.activeOrganizationId).toBe(id);
      const again = await call(outsider, 'acceptInvitation', { invitationId: made.id });
      expect(again.error).toEqual(refusal(400, 'Invitation not found'));
      const list = await good(call(owner, 'listInvitations'));
      expect(list.map(({ status }: { status: string }) => status)).toContain('accepted');
    });

    it('is rejected by its owner, or canceled by who may', async () => {
      const { id } = await good(invite(team.owner, { email: team.outsider.email }));
      const rejected = await good(call(team.outsider, 'rejectInvitation', { invitationId: id }));
      expect(rejected).toMatchObject({ invitation: { id, status: 'rejected' }, member: null });
      const { id: other } = await good(invite(team.admin));
      const canceled = await good(call(team.owner, 'cancelInvitation', { invitationId: other }));
      expect(canceled).toMatchObject({ id: other, status: 'canceled' });
    });

    it('ends after two days, with whoever sent it, and where there is no more room', async () => {
      const { owner, admin, outsider } = await found(lab());
      const { id } = await good(call(admin, 'inviteMember', { email: outsider.email, role: 'member' }));
      await lab().at(172_801, async () => {
        const late = await call(outsider, 'acceptInvitation', { invitationId: id });
        expect(late.error).toEqual(refusal(400, 'Invitation not found'));
        const reject = await call(outsider, 'rejectInvitation', { invitationId: id });
        expect(reject.error).toEqual(refusal(400, 'Invitation not found!'));
      });
      await join(owner, await colleague(lab()), 'member');
      const full = await call(outsider, 'acceptInvitation', { invitationId: id });
      expect(full.error).toEqual(refusal(403, 'Organization membership limit reached'));
      await good(call(owner, 'removeMember', { memberIdOrEmail: admin.email }));
      const orphaned = await call(outsider, 'getInvitation', { query: { id } });
      expect(orphaned.error).toEqual(refusal(400, 'Inviter is no longer a member of the organization'));
    });
  });

  describe('organization.inviteMember', () => {
    const denied = 'You are not allowed to invite users to this organization';
    const taken = async (own: object = {}) => {
      const email = address();
      await good(invite(team.owner, { email }));
      const again = await invite(team.owner, { email, ...own });
      await cancelAll();
      return again;
    };
    const cancelAll = async () => {
      for (const { id, status } of await good(call(team.owner, 'listInvitations')))
        if (status === 'pending') await good(call(team.owner, 'cancelInvitation', { invitationId: id }));
    };
    refuses([
      ['nobody', () => call(nobody(), 'inviteMember', { email: address(), role: 'member' }), 401, null],
      ['no address', () => invite(team.owner, { email: undefined }), 400, invalidBody],
      // Upstream takes any text.
      ['what is no address', () => invite(team.owner, { email: 'nobody' }), 400, invalidBody],
      [
        'to nowhere',
        () => invite(team.outsider, { organizationId: undefined }),
        400,
        'Organization not found',
      ],
      ['an outsider', () => invite(team.outsider), 400, 'Member not found'],
      ['a member', () => invite(team.member), 403, denied],
      [
        'an admin to make an owner',
        () => invite(team.admin, { role: 'owner' }),
        403,
        'you are not allowed to invite user with this role',
      ],
      [
        // Upstream compares the text as it was typed.
        'a member, in any case',
        () => invite(team.owner, { email: team.member.email.toUpperCase() }),
        400,
        'User is already a member of this organization',
      ],
      ['whoever is invited', () => taken(), 400, 'User is already invited to this organization'],
      [
        'more than the limit',
        async () => {
          for (const _time of [1, 2, 3]) await good(invite(team.owner));
          const more = await invite(team.owner);
          await cancelAll();
          return more;
        },
        403,
        'Invitation limit reached',
      ],
    ]);

    it('invites again on request', async () =>
      expect(await taken({ resend: true })).toMatchObject({ data: { status: 'pending' }, error: null }));
  });

  describe('the other methods of invitations', () => {
    let id: string;
    beforeAll(async () => {
      ({ id } = await good(invite(team.owner)));
    });
    const get = (who: Pick<Team['owner'], 'organization'>, query: object) =>
      call(who, 'getInvitation', { query });
    const list = (who: Pick<Team['owner'], 'organization'>, query: object = {}) =>
      call(who, 'listInvitations', { query });
    const answer = (
      who: Pick<Team['owner'], 'organization'>,
      method: string,
      own: object = { invitationId: id },
    ) => call(who, method, own);
    refuses([
      ['nobody to see one', () => get(nobody(), { id }), 401, 'Not authenticated'],
      ['to see which', () => get(team.outsider, {}), 400, invalidQuery],
      ['an unknown one', () => get(team.outsider, { id: 'unknown' }), 400, 'Invitation not found!'],
      ['somebody else’s', () => get(team.outsider, { id }), 403, notRecipient],
      ['nobody to list', () => list(nobody()), 401, null],
      ['to list of nowhere', () => list(team.outsider), 400, 'Organization ID is required'],
      [
        'an outsider to list',
        () => list(team.outsider, { organizationId: team.id }),
        403,
        'You are not a member of this organization',
      ],
      ['nobody to accept', () => answer(nobody(), 'acceptInvitation'), 401, null],
      ['to accept which', () => team.outsider.post('/organization/accept-invitation', {}), 400, invalidBody],
      ['another to accept', () => answer(team.outsider, 'acceptInvitation'), 403, notRecipient],
      ['nobody to reject', () => answer(nobody(), 'rejectInvitation'), 401, null],
      ['to reject which', () => team.outsider.post('/organization/reject-invitation', {}), 400, invalidBody],
      ['another to reject', () => answer(team.outsider, 'rejectInvitation'), 403, notRecipient],
      ['nobody to cancel', () => answer(nobody(), 'cancelInvitation'), 401, null],
      ['to cancel which', () => team.owner.post('/organization/cancel-invitation', {}), 400, invalidBody],
      [
        'to cancel an unknown one',
        () => answer(team.owner, 'cancelInvitation', { invitationId: 'x' }),
        400,
        'Invitation not found',
      ],
      ['an outsider to cancel', () => answer(team.outsider, 'cancelInvitation'), 400, 'Member not found'],
      [
        'a member to cancel',
        () => answer(team.member, 'cancelInvitation'),
        403,
        'You are not allowed to cancel this invitation',
      ],
    ]);
  });
};
