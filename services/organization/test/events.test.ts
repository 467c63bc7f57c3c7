/** Every change is told: what happened in one organization’s life, in the order in which it happened. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { userDeleted } from '@tessera/proto/events/identity';
import * as catalog from '@tessera/proto/events/organization';
import {
  addMember,
  makeSeller,
  mintToken,
  type OrganizationStack,
  signIn,
  startOrganization,
} from './factories.ts';
import { allowed, registerClient, requestOf } from './oauth.ts';
import { invite, team } from './team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ teams: { enabled: true } });
});
afterAll(() => started.stack.stop());

const emitted = (): string[] =>
  started.stack.events.subjects().map((subject) => subject.replace(/^organization\./, ''));

describe('the events of an organization', () => {
  it('tell of every change, and its end of everything in it', async () => {
    const at = await team(started);
    const { as, people, ids, organizationId } = at;
    const tokens = '/api/billing/v1/organization-access-tokens';
    await as('owner')('update', { organizationId, data: { name: 'Renamed' } });
    const answered = await invite(at, people.outsider);
    await as('outsider')('rejectInvitation', { invitationId: answered.id });
    const taken = await invite(at, people.outsider);
    await as('outsider')('acceptInvitation', { invitationId: taken.id });
    await as('owner')('updateMemberRole', { organizationId, memberId: ids.member, role: 'admin' });
    await as('outsider')('leave', { organizationId });
    const { data: red } = await as('owner')('createTeam', { organizationId, name: 'Red' });
    await as('owner')('updateTeam', { teamId: red.id, data: { organizationId, name: 'Blue' } });
    await as('owner')('removeTeam', { organizationId, teamId: red.id });
    const { id } = await mintToken(started, people.owner, { organizationId });
    await started.send('PATCH', `${tokens}/${id}`, { as: people.owner, body: { comment: 'Laptop' } });
    await started.send('DELETE', `${tokens}/${id}`, { as: people.owner });
    await mintToken(started, people.owner, { organizationId });
    await invite(at, people.outsider);
    const client = await registerClient(started, people.owner);
    await allowed(
      started,
      people.owner,
      requestOf(client, { sub_type: 'organization', sub: organizationId }),
    );
    await as('owner')('delete', { organizationId });
    await eventually(() =>
      expect(emitted()).toEqual([
        'organization.created',
        'team.created',
        'membership.created',
        'organization.updated',
        'invitation.created',
        'invitation.rejected',
        'invitation.created',
        'membership.created',
        'invitation.accepted',
        'membership.updated',
        'membership.deleted',
        'team.created',
        'team.updated',
        'team.deleted',
        'access-token.created',
        'access-token.updated',
        'access-token.revoked',
        'access-token.created',
        'invitation.created',
        'oauth-consent.given',
        'access-token.revoked',
        'oauth-consent.revoked',
        'invitation.canceled',
        'membership.deleted',
        'membership.deleted',
        'membership.deleted',
        'team.deleted',
        'organization.deleted',
      ]),
    );

    const { as: founder, organizationId: left } = await makeSeller(started);
    await addMember(started, left, { userId: signIn(started.identity).userId, role: 'admin' });
    const { userId, email } = founder;
    await started.stack.bus.publish(outboxRow(userDeleted, { userId, email }));
    await eventually(() => expect(emitted().slice(-3)).toContain('ownership.inherited'));

    const known = Object.values(catalog).map(({ subject }) => subject);
    expect(known.filter((subject) => !started.stack.events.subjects().includes(subject))).toEqual([]);
  });
});
