/** Who may take an invitation: not whoever signs up with its address, but whom the address belongs to. */
import { outboxRow } from '@tessera/kit/events/outbox';
import { eventually } from '@tessera/kit/test/eventually';
import { invitationCreated } from '@tessera/proto/events/organization';
import { uuidv7 } from 'uuidv7';
import { organizationOf } from '../../test/client.ts';
import { type OrganizationStack, signIn, startOrganization, withOptions } from '../../test/factories.ts';
import { invite, saidBy, team } from '../../test/team.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization();
});
afterAll(() => started.stack.stop());

const unproven = '403 Email verification required before accepting or rejecting invitation';
const unseen = '403 Email verification required for invitation';

/** An open invitation as owner, and someone who has signed up with its address without proving it. */
const scene = async (at: OrganizationStack = started) => {
  const shop = await team(at);
  const impostor = signIn(at.identity, { isEmailVerified: false });
  const { id } = await invite(shop, impostor, { role: 'owner' });
  const mails = () =>
    eventually(() => {
      const found = at.mails.filter(({ to }) => to === impostor.email);
      expect(found).not.toHaveLength(0);
      return found;
    });
  const proofOf = (url = '') => new URL(url).searchParams.get('proof') ?? 'none';
  const send = organizationOf(at, impostor);
  const answers = async (proof?: string) => {
    const body = { invitationId: id, ...(proof !== undefined && { proof }) };
    return {
      accept: () => send.call('acceptInvitation', body),
      reject: () => send.call('rejectInvitation', body),
      get: () => send.call('getInvitation', { query: { id, ...(proof !== undefined && { proof }) } }),
      state: () =>
        at.send(
          'GET',
          `/api/auth/organization/invitation-state?${new URLSearchParams({ id, ...(proof && { proof }) }).toString()}`,
          {
            as: impostor,
          },
        ),
    };
  };
  return { ...shop, id, impostor, answers, mails, proofOf };
};

describe('whoever signed up with an invited address', () => {
  it('neither sees nor answers the invitation without having proven the address', async () => {
    const { answers, as } = await scene();
    for (const wrong of [undefined, '', 'a guess', 'x'.repeat(255)]) {
      const { accept, reject, get, state } = await answers(wrong);
      expect([saidBy(await accept()), saidBy(await reject())]).toEqual([unproven, unproven]);
      expect(saidBy(await get())).toBe(unseen);
      expect((await state()).body).toMatchObject({ code: 'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION' });
    }
    expect((await as('owner')('listInvitations')).data).toMatchObject([{ status: 'pending' }]);
  });

  it('sees and accepts it with what the link in the mail carries', async () => {
    const { answers, mails, proofOf, impostor: guest } = await scene();
    const [mail] = await mails();
    const { accept, get, state } = await answers(proofOf(mail?.url));
    expect((await state()).body).toMatchObject({ state: 'open' });
    expect((await get()).data).toMatchObject({ email: guest.email, role: 'owner' });
    expect((await accept()).data).toMatchObject({ member: { userId: guest.userId, role: 'owner' } });
  });

  it('rejects it with the same', async () => {
    const { answers, mails, proofOf } = await scene();
    const [mail] = await mails();
    const { reject } = await answers(proofOf(mail?.url));
    expect((await reject()).data).toMatchObject({ invitation: { status: 'rejected' } });
  });

  it('accepts it unproven only where the options say so', async () => {
    const { id, impostor } = await scene();
    const trusting = await withOptions(started, { requireEmailVerificationOnInvitation: false });
    const client = organizationOf(trusting, impostor);
    expect((await client.call('getInvitation', { query: { id } })).error).toBeNull();
    expect((await client.call('acceptInvitation', { invitationId: id })).error).toBeNull();
  });
});

describe('whoever has an account with an invited address that nobody proved, though it is called verified', () => {
  /** What a provider that proves nothing has passed on: verified on the wire, and identity knows better. */
  const passedOn = async (isEmailProven: boolean | undefined) => {
    const shop = await team(started);
    const guest = signIn(started.identity);
    const facts = { id: guest.userId, email: guest.email, name: guest.name, image: null };
    const believe = (isProven: boolean | undefined) =>
      started.identity.users.set(guest.userId, {
        ...facts,
        ...(isProven !== undefined && { isEmailProven: isProven }),
      });
    believe(isEmailProven);
    const { id } = await invite(shop, guest, { role: 'owner' });
    return { id, guest, believe, client: organizationOf(started, guest) };
  };

  it('neither sees nor answers the invitation', async () => {
    const { id, guest, client } = await passedOn(false);
    expect(saidBy(await client.call('acceptInvitation', { invitationId: id }))).toBe(unproven);
    expect(saidBy(await client.call('rejectInvitation', { invitationId: id }))).toBe(unproven);
    expect(saidBy(await client.call('getInvitation', { query: { id } }))).toBe(unseen);
    const state = `/api/auth/organization/invitation-state?id=${id}`;
    expect((await started.send('GET', state, { as: guest })).status).toBe(403);
  });

  it('does so with what the link in the mail carries, whatever identity says', async () => {
    const { id, guest, client } = await passedOn(false);
    const url = await eventually(() => {
      const mail = started.mails.find(({ to }) => to === guest.email);
      if (!mail?.url) throw new Error('no mail');
      return mail.url;
    });
    started.identity.users.delete(guest.userId);
    const proof = new URL(url).searchParams.get('proof');
    const { error } = await client.call('getInvitation', { query: { id, proof } });
    expect(error).toBeNull();
  });

  it('does so once the address is proven', async () => {
    const { id, believe, client } = await passedOn(false);
    believe(true);
    expect((await client.call('acceptInvitation', { invitationId: id })).error).toBeNull();
  });

  it('does so while an identity of the release before answers, which cannot tell', async () => {
    const { id, client } = await passedOn(undefined);
    expect((await client.call('acceptInvitation', { invitationId: id })).error).toBeNull();
  });

  it('does not when the account is gone', async () => {
    const { id, guest, client } = await passedOn(true);
    started.identity.users.delete(guest.userId);
    expect(saidBy(await client.call('getInvitation', { query: { id } }))).toBe(unseen);
  });
});

describe('the proof', () => {
  it('is of use to nobody but whom the invitation is for', async () => {
    const { id, mails, proofOf } = await scene();
    const [mail] = await mails();
    const thief = organizationOf(started, signIn(started.identity));
    const body = { invitationId: id, proof: proofOf(mail?.url) };
    expect(saidBy(await thief.call('acceptInvitation', body))).toBe(
      '403 You are not the recipient of the invitation',
    );
  });

  it('is not that of another invitation', async () => {
    const [one, two] = [await scene(), await scene()];
    const [mail] = await two.mails();
    const { accept } = await one.answers(two.proofOf(mail?.url));
    expect(saidBy(await accept())).toBe(unproven);
  });

  it('is nowhere but in the mail: not in the event, not in a reply, and in the database as a hash', async () => {
    const { id, as, organizationId, mails, proofOf } = await scene();
    const [mail] = await mails();
    const proof = proofOf(mail?.url);
    const emitted = await started.stack.events.next(
      invitationCreated,
      ({ invitation }) => invitation?.id === id,
    );
    const lists = await Promise.all([
      as('owner')('listInvitations'),
      as('owner')('getFullOrganization', { query: { organizationId } }),
    ]);
    const rows = await started.stack.db.query('SELECT * FROM invitations WHERE id = $1', [id]);
    const log = started.stack.log.lines();
    for (const place of [
      Object.values(emitted.invitation ?? {}).map(String),
      lists.map(({ data }) => data),
      rows,
      log,
    ])
      expect(JSON.stringify(place)).not.toContain(proof);
    expect(JSON.stringify(lists.map(({ data }) => data))).not.toMatch(/proof/i);
  });

  it('stays good when the mail is sent again because nobody knows whether it arrived', async () => {
    const { id, answers, mails, proofOf } = await scene();
    await mails();
    const { invitation } = await started.stack.events.next(
      invitationCreated,
      (message) => message.invitation?.id === id,
    );
    if (!invitation) throw new Error('an invitation without itself');
    await started.stack.bus.publish(outboxRow(invitationCreated, { invitation }));
    await eventually(async () => expect(await mails()).toHaveLength(2));
    const [first, second] = await mails();
    expect(proofOf(first?.url)).not.toBe(proofOf(second?.url));
    const { get } = await answers(proofOf(second?.url));
    expect((await get()).error).toBeNull();
    const { accept } = await answers(proofOf(first?.url));
    expect((await accept()).error).toBeNull();
  });
});

describe('addresses of invitations', () => {
  it('are masked for members who may neither invite nor cancel, wherever they are listed', async () => {
    const shop = await team(started);
    const { organizationId, people } = shop;
    const email = `${uuidv7()}@example.com`;
    await invite(shop, { ...people.outsider, email });
    const masked = `${email[0]}•••@e•••.com`;
    const seenBy = async (name: 'owner' | 'admin' | 'member') => {
      const list = await shop.as(name)('listInvitations');
      const full = await shop.as(name)('getFullOrganization', { query: { organizationId } });
      const active = await shop.as(name)('setActive', { organizationId });
      const page = await started.send(
        'GET',
        `/api/auth/organization/invitations?organizationId=${organizationId}`,
        {
          as: people[name],
        },
      );
      return [list.data, full.data.invitations, active.data.invitations, page.body.items].map(
        ([invitation]: { email: string }[]) => invitation?.email,
      );
    };
    expect(await seenBy('member')).toEqual([masked, masked, masked, masked]);
    for (const name of ['owner', 'admin'] as const)
      expect(await seenBy(name)).toEqual([email, email, email, email]);
  });
});
