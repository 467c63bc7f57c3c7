/** Organizations through the whole system, with the unmodified client: invited by mail, joined, promoted, removed, deleted. */
import { eventually } from '@tessera/kit/test/eventually';
import { createAccount, createCaller, createSeller, type Seller } from './support/clients.ts';
import { mailTo } from './support/mail.ts';
import { type Journey, startJourney } from './support/system.ts';

let journey: Journey;
let seller: Seller;
const boss = { name: 'Boss', email: 'boss@example.com', password: 'correct horse battery' };
beforeAll(async () => {
  const identity = { admin: { firstAdminEmails: [boss.email] } };
  journey = await startJourney({ config: { identity } });
  seller = await createSeller(journey.url);
});
afterAll(() => journey?.stop());

type Answer = {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
  data: any;
  error: { status: number; message?: string } | null;
};

/** A browser with the client's organization methods, session and raw calls. */
const browser = () => {
  const { client, jar } = createAccount(journey.url);
  const organization = client.organization as unknown as Record<string, (args?: unknown) => Promise<Answer>>;
  const call = createCaller(journey.url, jar);
  return {
    client,
    call,
    do: async (method: string, args?: unknown) => {
      const { data, error } = (await organization[method]?.(args)) ?? { data: null, error: { status: 0 } };
      if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
      return data;
    },
    active: async () => (await client.getSession()).data?.session.activeOrganizationId ?? null,
    products: () => call('GET', `/api/billing/v1/products/?organization_id=${seller.organizationId}`),
  };
};

const credentials = (name: string) => ({
  name,
  email: `${name.toLowerCase()}-${Date.now().toString(36)}@example.com`,
  password: 'correct horse battery',
});

const invitationOf = (email: string) => mailTo(journey.url, email, 'organization-invitation');

const ownerDoes = async (method: string, args: unknown) => {
  const methods = seller.client.organization as unknown as Record<string, (args: unknown) => Promise<Answer>>;
  const { data, error } = (await methods[method]?.(args)) ?? { data: null, error: { status: 0 } };
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return data;
};

/** A customer is about to buy. Answers the checkout's secret. */
const openCheckout = async (): Promise<string> => {
  const { call, organizationId } = seller;
  const product = await call('POST', '/api/billing/v1/products/', {
    name: 'About to go',
    prices: [{ amount_type: 'free' }],
    recurring_interval: null,
    organization_id: organizationId,
  });
  const checkout = await call('POST', '/api/billing/v1/checkouts/', { products: [product.body['id']] });
  return String(checkout.body['client_secret']);
};
const checkoutStatus = (secret: string) => seller.call('GET', `/api/billing/v1/checkouts/client/${secret}`);

describe('an organization and its people', () => {
  it('founds, invites by mail, lets in, promotes, removes and ends', async () => {
    const { organizationId, slug } = seller;
    expect((await seller.client.getSession()).data?.session.activeOrganizationId).toBe(organizationId);

    const guest = credentials('Guest');
    const invitation = await ownerDoes('inviteMember', { email: guest.email.toUpperCase(), role: 'member' });
    const mail = await invitationOf(guest.email);
    expect(mail.url).toMatch(`${journey.url}/accept-invitation?id=${invitation.id}&proof=`);
    expect(mail.html).toContain(mail.url.replace('&', '&amp;'));

    const first = browser();
    expect((await first.client.signUp.email(guest)).error).toBeNull();
    await expect(first.do('acceptInvitation', { invitationId: invitation.id })).rejects.toThrow(
      'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
    );
    const proof = new URL(mail.url).searchParams.get('proof');
    expect(await first.do('getInvitation', { query: { id: mail.token, proof } })).toMatchObject({
      organizationSlug: slug,
      inviterEmail: seller.email,
    });
    const { member } = await first.do('acceptInvitation', { invitationId: mail.token, proof });
    expect(member).toMatchObject({ organizationId, role: 'member' });
    expect(await first.active()).toBe(organizationId);
    expect(await first.do('getActiveMember')).toMatchObject({ id: member.id });
    expect((await first.products()).status).toBe(200);

    const product = {
      name: 'Made by a guest',
      prices: [{ amount_type: 'free' }],
      recurring_interval: null,
      organization_id: organizationId,
    };
    const create = () => first.call('POST', '/api/billing/v1/products/', product);
    expect((await create()).status).toBe(403);
    await ownerDoes('updateMemberRole', { memberId: member.id, role: ['member', 'admin'] });
    await eventually(async () => expect((await create()).status).toBe(201));

    const second = browser();
    await second.client.signIn.email({ email: guest.email, password: guest.password });
    await second.do('setActive', { organizationId });
    await ownerDoes('removeMember', { memberIdOrEmail: guest.email });
    for (const { do: run } of [first, second])
      await expect(run('getActiveMember')).rejects.toThrow('No active organization');
    await eventually(async () => expect((await create()).status).toBe(422));

    const partner = { authorization: `Bearer ${seller.token}` };
    const asPartner = () => fetch(`${journey.url}/api/billing/v1/products/`, { headers: partner });
    expect((await asPartner()).status).toBe(200);
    const secret = await openCheckout();
    expect((await checkoutStatus(secret)).body).toMatchObject({ status: 'open' });
    await ownerDoes('delete', { organizationId });
    expect((await asPartner()).status).toBe(401);
    expect((await seller.client.getSession()).data?.session.activeOrganizationId ?? null).toBeNull();
    expect((await seller.client.organization.list()).data).toEqual([]);
    await eventually(async () =>
      expect((await checkoutStatus(secret)).body).toMatchObject({ error: 'ExpiredCheckoutError' }),
    );
  });

  it('leaves nobody active where they belong no more: in no browser, from the next look at the session on', async () => {
    const owner = await createSeller(journey.url);
    const ownerCalls = owner.client.organization as unknown as Record<
      string,
      (args: unknown) => Promise<Answer>
    >;
    const joinTwice = async (name: string) => {
      const someone = credentials(name);
      const made = await ownerCalls['inviteMember']?.({ email: someone.email, role: 'member' });
      const [first, second] = [browser(), browser()];
      expect((await first.client.signUp.email(someone)).error).toBeNull();
      const proof = new URL((await invitationOf(someone.email)).url).searchParams.get('proof');
      const { member } = await first.do('acceptInvitation', { invitationId: made?.data.id, proof });
      await second.client.signIn.email({ email: someone.email, password: someone.password });
      await second.do('setActive', { organizationId: owner.organizationId });
      const both = async () => [await first.active(), await second.active()];
      expect(await both()).toEqual([owner.organizationId, owner.organizationId]);
      return { memberId: member.id as string, second, both };
    };
    const removed = await joinTwice('Removed');
    const left = await joinTwice('Left');
    const orphaned = await joinTwice('Orphaned');
    await ownerCalls['removeMember']?.({ memberIdOrEmail: removed.memberId });
    expect(await removed.both()).toEqual([null, null]);
    await left.second.do('leave', { organizationId: owner.organizationId });
    expect(await left.both()).toEqual([null, null]);
    expect(await orphaned.both()).toEqual([owner.organizationId, owner.organizationId]);
    await ownerCalls['delete']?.({ organizationId: owner.organizationId });
    expect(await orphaned.both()).toEqual([null, null]);
    expect((await owner.client.getSession()).data?.session.activeOrganizationId ?? null).toBeNull();
  });

  it('is founded for somebody else by an administrator, and by nobody else', async () => {
    const [administrator, someone] = [browser(), browser()];
    expect((await administrator.client.signUp.email(boss)).error).toBeNull();
    const { data: signedUp } = await someone.client.signUp.email(credentials('Someone'));
    const userId = signedUp?.user.id;
    const found = async (by: typeof someone, slug: string) =>
      (await by.do('create', { name: 'Founded', slug, userId })).members[0].userId as string;
    expect(await found(administrator, 'founded-by-boss')).toBe(userId);
    expect(await someone.do('list')).toEqual([expect.objectContaining({ slug: 'founded-by-boss' })]);
    expect(await administrator.do('list')).toEqual([]);
    const own = await someone.client.getSession();
    expect(own.data?.session.activeOrganizationId ?? null).toBeNull();
    const stranger = browser();
    const { data: other } = await stranger.client.signUp.email(credentials('Stranger'));
    expect(await found(stranger, 'founded-by-stranger')).toBe(other?.user.id);
  });
});
