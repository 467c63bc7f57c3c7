import { eventually } from '@tessera/kit/test/eventually';
import { benefitGrantCreated, benefitGrantRevoked, benefitGrantUpdated } from '@tessera/proto/events/billing';
import { type BillingStack, makeSeller, type Seller, startBilling } from '../../../test/factories.ts';
import type { FakePlatform } from '../../../test/fake-platform.ts';
import { customerOf } from '../../../test/licenses.ts';
import { startWithPlatforms } from '../../../test/platforms-stack.ts';
import { buy } from '../../../test/purchases.ts';

let stack: BillingStack;
let seller: Seller;
let discord: FakePlatform;
let github: FakePlatform;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ stack, discord, github, stop } = await startWithPlatforms());
});
beforeEach(async () => {
  seller = await makeSeller(stack);
  discord.reset();
  github.reset();
});
afterAll(() => stop());

const get = (path: string, as = seller.owner) => stack.send('GET', path, { as });
const stateIn = (url: string): string => new URL(url).searchParams.get('state') ?? '';

/** Leaves for a platform as the seller and comes back, as a browser does. */
const connectSeller = async (platform: string, code: string, as = seller.owner) => {
  const query = `organization_id=${seller.organizationId}&return_to=/acme/benefits/new`;
  const { body } = await get(`/integrations/${platform}/authorize?${query}`);
  const { headers } = await get(
    `/integrations/${platform}/callback?state=${stateIn(body.url)}&code=${code}`,
    as,
  );
  return new URL(headers.get('location') ?? '');
};

const createBenefit = (type: string, properties: object) =>
  stack.send('POST', '/benefits/', {
    as: seller.owner,
    body: { type, description: 'Community', organization_id: seller.organizationId, properties },
  });

const discordBenefit = async () => {
  const back = await connectSeller('discord', 'code-guild');
  const { status, body, text } = await createBenefit('discord', {
    guild_token: back.searchParams.get('guild_token'),
    role_id: '7002',
  });
  if (status !== 201) throw new Error(text);
  return body;
};

const githubBenefit = async (permission = 'pull') => {
  await connectSeller('github', 'code-x');
  const properties = { repository_owner: 'ada', repository_name: 'engine', permission };
  const { status, body, text } = await createBenefit('github_repository', properties);
  if (status !== 201) throw new Error(text);
  return body;
};

/** Sends a customer to a platform. Returns its address, and the cookie that the browser keeps. */
const leave = async (customerId: string, body: object, headers: Record<string, string> = {}) => {
  const as = customerOf(seller, customerId);
  const path = '/customer-portal/oauth-accounts/authorize';
  const { body: reply, headers: answered } = await stack.send('POST', path, { as, body, headers });
  const setCookie = answered.get('set-cookie') ?? '';
  return {
    url: new URL(reply.url),
    state: stateIn(reply.url),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
};

/** Comes back from a platform in a browser with this cookie. */
const comeBack = async (state: string, code: string, cookie = '') => {
  const callback = `/customer-portal/oauth-accounts/callback?state=${state}&code=${code}`;
  const { status, headers } = await stack.send('GET', callback, { headers: { cookie } });
  return { status, location: headers.get('location') ?? '' };
};

/** Connects an account of a customer, as a browser does. */
const connect = async (customerId: string, platform: string, code: string, returnTo?: string) => {
  const asked = { platform, ...(returnTo !== undefined && { return_to: returnTo }) };
  const { url, state, cookie } = await leave(customerId, asked);
  return { url, ...(await comeBack(state, code, cookie)) };
};

/** Sells a benefit to a new customer. Returns the customer's id. */
const sellTo = async (benefit: Awaited<ReturnType<typeof discordBenefit>>) =>
  (await buy(stack, { seller, product: { benefits: [benefit] } })).order.customer_id;

const grantsOf = async (benefitId: string) =>
  (await get(`/benefits/${benefitId}/grants`)).body.items as {
    is_granted: boolean;
    is_revoked: boolean;
    error: { type: string; message: string } | null;
    properties: object;
  }[];
const untilGrant = (benefitId: string, expected: object) =>
  eventually(async () => {
    const [grant] = await grantsOf(benefitId);
    expect(grant).toMatchObject(expected);
    return grant;
  });
const calls = (fake: FakePlatform, method: string, part: string) =>
  fake.sent.filter((request) => request.method === method && request.path.includes(part));
/** Waits until nothing is to be seen to. */
const untilSettled = () =>
  eventually(async () => {
    const [row] = await stack.db.query('SELECT count(*)::int AS count FROM benefit_access_work');
    expect(row.count).toBe(0);
  });

describe('a benefit of type discord', () => {
  it('waits until the customer connects an account, and gives the role then', async () => {
    const benefit = await discordBenefit();
    const { order, path } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await untilGrant(benefit.id, {
      is_granted: false,
      is_revoked: false,
      error: { type: 'BenefitActionRequiredError' },
    });
    expect((await stack.send('GET', `${path}/purchase`)).body).toMatchObject({
      benefits: [],
      to_connect: [{ id: benefit.id, type: 'discord', description: 'Community' }],
      is_granted: true,
    });
    const first = await stack.events.next(benefitGrantCreated, ({ benefitId }) => benefitId === benefit.id);
    expect(JSON.parse(first.snapshot)).toMatchObject({ is_granted: false });
    const { url, status, location } = await connect(order.customer_id, 'discord', 'code-42');
    expect([status, new URL(location).search]).toEqual([302, '']);
    expect(location).toContain('/benefits');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    const given = { account_id: '42', guild_id: '7000', role_id: '7002' };
    await untilGrant(benefit.id, { is_granted: true, error: null, properties: given });
    expect((await stack.send('GET', `${path}/purchase`)).body).toMatchObject({
      benefits: [{ id: benefit.id }],
      to_connect: [],
    });
    const [added] = calls(discord, 'PUT', '/guilds/7000/members/42').filter(
      ({ path }) => !path.includes('roles'),
    );
    expect(JSON.parse(added?.body ?? '')).toEqual({ access_token: 'access-42', roles: ['7002'] });
    expect(added?.authorization).toBe('Bot bot');
    const then = await stack.events.next(benefitGrantUpdated, ({ benefitId }) => benefitId === benefit.id);
    expect(JSON.parse(then.snapshot)).toMatchObject({ is_granted: true, properties: given });
    const me = await stack.send('GET', '/customer-portal/customers/me', {
      as: customerOf(seller, order.customer_id),
    });
    expect(me.body.oauth_accounts).toEqual({
      'discord:42': { account_id: '42', account_username: 'user42' },
    });
    const [kept] = await stack.db.query(
      `SELECT sealed_tokens FROM customer_accounts WHERE account_id = '42'`,
    );
    expect(kept.sealed_tokens).not.toContain('access-42');
  });

  it('is taken back from who is erased, whose account is known no more', async () => {
    const benefit = await discordBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-48');
    await untilGrant(benefit.id, { is_granted: true });
    const path = `/customers/${order.customer_id}?anonymize=true`;
    expect((await stack.send('DELETE', path, { as: seller.owner })).status).toBe(204);
    await eventually(() => expect(calls(discord, 'DELETE', '/members/48/roles/7002')).toHaveLength(1));
    const accounts = await stack.db.query('SELECT username FROM customer_accounts WHERE customer_id = $1', [
      order.customer_id,
    ]);
    expect(accounts).toEqual([]);
  });

  it('is taken back with the last of two subscriptions that give it, and not before', async () => {
    const benefit = await discordBenefit();
    const product = { benefits: [benefit], recurringInterval: 'month' as const };
    const one = await buy(stack, { seller, product });
    await connect(one.order.customer_id, 'discord', 'code-43');
    await untilGrant(benefit.id, { is_granted: true });
    const body = { customer_id: one.order.customer_id };
    const other = await buy(stack, { seller, product: { benefits: [benefit] }, body });
    expect(other.order.customer_id).toBe(one.order.customer_id);
    await eventually(async () => {
      expect((await grantsOf(benefit.id)).map(({ is_granted }) => is_granted)).toEqual([true, true]);
    });
    await stack.send('DELETE', `/subscriptions/${one.order.subscription_id}`, { as: seller.owner });
    await stack.events.next(benefitGrantRevoked, ({ benefitId }) => benefitId === benefit.id);
    await untilSettled();
    expect(calls(discord, 'DELETE', '/members/43')).toEqual([]);
    await stack.send('DELETE', `/benefits/${benefit.id}`, { as: seller.owner });
    await eventually(() => expect(calls(discord, 'DELETE', '/members/43/roles/7002')).toHaveLength(1));
    const [last] = stack.events
      .all(benefitGrantRevoked)
      .map(({ snapshot }) => JSON.parse(snapshot))
      .filter((grant) => grant.benefit_id === benefit.id && grant.order_id === other.order.id);
    expect(last).toMatchObject({
      properties: { account_id: '43' },
      previous_properties: { account_id: '43', guild_id: '7000', role_id: '7002' },
    });
    expect(last.properties).not.toHaveProperty('guild_id');
  });

  it('stays while another benefit gives the same role, or another customer has the same account', async () => {
    const [benefit, same] = [await discordBenefit(), await discordBenefit()];
    const product = { benefits: [benefit], recurringInterval: 'month' as const };
    const one = await buy(stack, { seller, product });
    await connect(one.order.customer_id, 'discord', 'code-51');
    const body = { customer_id: one.order.customer_id };
    await buy(stack, { seller, product: { benefits: [same] }, body });
    const other = await buy(stack, { seller, product: { benefits: [same] } });
    await connect(other.order.customer_id, 'discord', 'code-51');
    await untilGrant(benefit.id, { is_granted: true });
    await eventually(async () =>
      expect((await grantsOf(same.id)).map(({ is_granted }) => is_granted)).toEqual([true, true]),
    );
    const taken = () => calls(discord, 'DELETE', '/members/51/roles/7002');
    await stack.send('DELETE', `/subscriptions/${one.order.subscription_id}`, { as: seller.owner });
    await untilGrant(benefit.id, { is_revoked: true });
    await untilSettled();
    await stack.send('DELETE', `/customers/${one.order.customer_id}`, { as: seller.owner });
    await eventually(async () =>
      expect((await grantsOf(same.id)).filter(({ is_revoked }) => is_revoked)).toHaveLength(1),
    );
    await untilSettled();
    expect(taken()).toEqual([]);
    await stack.send('DELETE', `/benefits/${same.id}`, { as: seller.owner });
    await eventually(() => expect(taken()).toHaveLength(1));
  });

  it('is taken back however long the platform refuses it', async () => {
    const benefit = await discordBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-52');
    await untilGrant(benefit.id, { is_granted: true });
    let isFixed = false;
    discord.answer(({ method }) =>
      method === 'DELETE' && !isFixed ? { status: 403, json: { code: 50_013 } } : undefined,
    );
    await stack.send('DELETE', `/customers/${order.customer_id}`, { as: seller.owner });
    await eventually(() => expect(calls(discord, 'DELETE', '/members/52/roles/7002')).not.toEqual([]));
    const due = (condition: string) =>
      eventually(async () => {
        const rows = await stack.db.query(`SELECT 1 FROM benefit_access_work WHERE ${condition}`);
        expect(rows).toHaveLength(1);
      });
    await due('lease_id IS NULL');
    await stack.db.query('UPDATE benefit_access_work SET attempts = 20, due_at = now()');
    await due(`due_at > now() + interval '1 hour'`);
    isFixed = true;
    await stack.db.query('UPDATE benefit_access_work SET due_at = now()');
    await untilSettled();
  });

  it.each([
    [403, 40_007, 'BenefitActionRequiredError', 'is banned'],
    [400, 30_001, 'BenefitActionRequiredError', 'as many servers'],
    [403, 50_001, 'BenefitRefusedError', 'no longer in the server'],
  ])('says why it cannot be given: %s, %s', async (status, code, type, words) => {
    const benefit = await discordBenefit();
    discord.answer(({ method, path }) =>
      method === 'PUT' && path.includes('/members/53') ? { status, json: { code } } : undefined,
    );
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-53');
    await untilGrant(benefit.id, { error: { type, message: expect.stringContaining(words) } });
  });

  it('comes again as soon as it may where there is too much to do, and is given once', async () => {
    const benefit = await discordBenefit();
    let refusals = 0;
    discord.answer(({ method, path }) => {
      if (method !== 'PUT' || !path.includes('/members/44') || refusals >= 2) return undefined;
      refusals += 1;
      return refusals === 1
        ? { status: 429, json: { retry_after: 0.5 }, headers: { 'retry-after': '1' } }
        : { status: 500, json: {} };
    });
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-44');
    await untilGrant(benefit.id, { is_granted: true, error: null });
    expect(refusals).toBe(2);
  });

  it('says what the seller has to set right, and gives it when they have', async () => {
    const benefit = await discordBenefit();
    let isFixed = false;
    discord.answer(({ method, path }) =>
      method === 'PUT' && path.includes('/members/45') && !isFixed
        ? { status: 403, json: { code: 50_013 } }
        : undefined,
    );
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-45');
    const grant = await untilGrant(benefit.id, { error: { type: 'BenefitRefusedError' } });
    expect(grant?.error?.message).toContain("Move the bot's own role above");
    isFixed = true;
    await untilGrant(benefit.id, { is_granted: true, error: null });
  });

  it.each([
    ['when the seller asks for it', 'retry'],
    ['when the seller connects the server again', 'connect'],
  ])('is tried again after the last attempt %s', async (_name, how) => {
    const benefit = await discordBenefit();
    let isFixed = false;
    discord.answer(({ method, path }) =>
      method === 'PUT' && path.includes('/members/56') && !isFixed
        ? { status: 403, json: { code: 50_013 } }
        : undefined,
    );
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-56');
    await untilGrant(benefit.id, { error: { type: 'BenefitRefusedError' } });
    await eventually(async () => {
      const [, changed] = await stack.db.query(
        `UPDATE benefit_access_work SET attempts = 19, due_at = now() WHERE lease_id IS NULL AND attempts < 19`,
      );
      expect(changed).toBe(1);
    });
    await untilSettled();
    isFixed = true;
    const [{ id }] = (await get(`/benefits/${benefit.id}/grants`)).body.items;
    const retry = () =>
      stack.send('POST', `/benefits/${benefit.id}/grants/${id}/retry`, { as: seller.owner });
    if (how === 'retry') expect((await retry()).status).toBe(202);
    else await connectSeller('discord', 'code-guild');
    await untilGrant(benefit.id, { is_granted: true, error: null });
    expect(await retry()).toMatchObject({ status: 409, body: { error: 'GrantNotWaiting' } });
  });

  it('is given to the customers of others while the platform does not answer for one seller', async () => {
    const benefit = await discordBenefit();
    const { promise: hung, resolve: release } = Promise.withResolvers<void>();
    const hanging = [await sellTo(benefit), await sellTo(benefit), await sellTo(benefit)];
    discord.answer(({ path }) =>
      path.includes('/members/6') ? hung.then(() => ({ status: 204 })) : undefined,
    );
    for (const [index, customerId] of hanging.entries())
      await connect(customerId, 'discord', `code-6${index}`);
    await eventually(() => expect(calls(discord, 'PUT', '/members/6')).toHaveLength(2));
    seller = await makeSeller(stack);
    const other = await discordBenefit();
    await connect(await sellTo(other), 'discord', 'code-70');
    await untilGrant(other.id, { is_granted: true });
    const leased = await stack.db.query('SELECT 1 FROM benefit_access_work WHERE lease_id IS NOT NULL');
    expect(leased).toHaveLength(2);
    release();
    await untilSettled();
  });

  it('is not asked for while the platform wants a pause', async () => {
    const benefit = await discordBenefit();
    discord.answer(({ method, path }) =>
      method === 'PUT' && /members.8[0-9]/.test(path)
        ? { status: 429, json: {}, headers: { 'retry-after': '60' } }
        : undefined,
    );
    for (const account of [80, 81, 82, 83, 84])
      await connect(await sellTo(benefit), 'discord', `code-${account}`);
    const first = seller;
    seller = await makeSeller(stack);
    const other = await discordBenefit();
    await connect(await sellTo(other), 'discord', 'code-71');
    await untilGrant(other.id, { is_granted: true });
    expect(new Set(calls(discord, 'PUT', '/members/8').map(({ path }) => path)).size).toBeLessThan(3);
    seller = first;
    await stack.db.query('DELETE FROM benefit_access_work');
  });

  it('is made of a role that is there and that the bot may give', async () => {
    const back = await connectSeller('discord', 'code-guild');
    const give = (role_id: string) => ({ guild_token: back.searchParams.get('guild_token'), role_id });
    for (const [role, type] of [
      ['9999', 'invalid_role'],
      ['7000', 'invalid_role'],
      ['7001', 'invalid_role_position'],
    ] as const) {
      const { status, body } = await createBenefit('discord', give(role));
      expect([status, body.detail[0]]).toMatchObject([422, { loc: ['body', 'properties', 'role_id'], type }]);
    }
    const { body: benefit } = await createBenefit('discord', give('7002'));
    const change = (properties: object) =>
      stack.send('PATCH', `/benefits/${benefit.id}`, {
        as: seller.owner,
        body: { type: 'discord', description: 'Renamed', properties },
      });
    expect((await change(give('7001'))).body.detail[0].type).toBe('invalid_role_position');
    discord.answer(({ path }) => (path === '/guilds/7000' ? { status: 404, json: {} } : undefined));
    expect((await change(give('7002'))).body.description).toBe('Renamed');
    const left = await change(give('7001'));
    expect([left.status, left.body.detail[0].loc]).toEqual([422, ['body', 'properties', 'guild_token']]);
    discord.answer(({ path }) => (path === '/guilds/7000' ? { status: 500, json: {} } : undefined));
    expect((await createBenefit('discord', give('9999'))).status).toBe(201);
  });

  it('gives another account what it gave the first, which loses it', async () => {
    const benefit = await discordBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-46');
    await untilGrant(benefit.id, { is_granted: true });
    const as = customerOf(seller, order.customer_id);
    const { body } = await stack.send('GET', '/customer-portal/benefit-grants/', { as });
    const path = `/customer-portal/benefit-grants/${body.items[0].id}`;
    const choose = (account_id: string) =>
      stack.send('PATCH', path, { as, body: { benefit_type: 'discord', properties: { account_id } } });
    const foreign = await choose('47');
    expect([foreign.status, foreign.body.detail[0].loc]).toEqual([422, ['body', 'properties', 'account_id']]);
    await connect(order.customer_id, 'discord', 'code-47');
    expect((await choose('47')).status).toBe(200);
    await untilGrant(benefit.id, { properties: { account_id: '47' } });
    expect(calls(discord, 'DELETE', '/members/46/roles/7002')).toHaveLength(1);
  });
});

describe('another account that is refused', () => {
  it('leaves nothing granted that the first has lost, until it is let in', async () => {
    const benefit = await discordBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'discord', 'code-54');
    await untilGrant(benefit.id, { is_granted: true });
    let isFixed = false;
    discord.answer(({ method, path }) =>
      method === 'PUT' && path.includes('/members/55') && !isFixed
        ? { status: 403, json: { code: 50_013 } }
        : undefined,
    );
    await connect(order.customer_id, 'discord', 'code-55');
    await untilGrant(benefit.id, { is_granted: false, error: { type: 'BenefitRefusedError' } });
    expect(calls(discord, 'DELETE', '/members/54/roles/7002')).toHaveLength(1);
    isFixed = true;
    await untilGrant(benefit.id, { is_granted: true, error: null, properties: { account_id: '55' } });
  });
});

describe('a benefit of type github_repository', () => {
  it('invites whoever connects, by their present name, and takes the invitation back', async () => {
    const benefit = await githubBenefit();
    const { order } = await buy(stack, {
      seller,
      product: { benefits: [benefit], recurringInterval: 'month' },
    });
    await connect(order.customer_id, 'github', 'code-y');
    await untilGrant(benefit.id, {
      is_granted: true,
      properties: {
        account_id: '42',
        repository_owner: 'ada',
        repository_name: 'engine',
        permission: 'pull',
      },
    });
    const as = customerOf(seller, order.customer_id);
    const { body: own } = await stack.send('GET', '/customer-portal/benefit-grants/', { as });
    expect(own.items[0].benefit.properties.repository_url).toBe(`${github.url}/ada/engine`);
    const [invited] = calls(github, 'PUT', '/repos/ada/engine/collaborators/grace-renamed');
    expect([invited?.authorization, JSON.parse(invited?.body ?? '')]).toEqual([
      'Bearer installed',
      { permission: 'pull' },
    ]);
    await stack.send('DELETE', `/subscriptions/${order.subscription_id}`, { as: seller.owner });
    await eventually(() => {
      expect(calls(github, 'DELETE', '/collaborators/grace-renamed')).toHaveLength(1);
      expect(calls(github, 'DELETE', '/invitations/77')).toHaveLength(1);
    });
  });

  it('follows a repository that was renamed', async () => {
    const benefit = await githubBenefit();
    const moved: Record<string, string> = {
      '/repos/ada/engine/installation': '/repositories/1/installation',
      '/repos/ada/engine/collaborators/grace-renamed': '/repositories/1/collaborators/grace-renamed',
    };
    github.answer(({ method, path }) => {
      const location = moved[path];
      if (location) return { status: method === 'GET' ? 301 : 307, headers: { location } };
      return path === '/repositories/1/installation' ? { status: 200, json: { id: 5 } } : undefined;
    });
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'github', 'code-y');
    await untilGrant(benefit.id, { is_granted: true });
    const [invited] = calls(github, 'PUT', '/repositories/1/collaborators/grace-renamed');
    expect(JSON.parse(invited?.body ?? '')).toEqual({ permission: 'pull' });
  });

  it('changes the permission of those who have access, and of those who are invited', async () => {
    const benefit = await githubBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'github', 'code-y');
    await untilGrant(benefit.id, { is_granted: true });
    github.sent.length = 0;
    github.answer(({ method, path }) =>
      method === 'GET' && path.startsWith('/repos/ada/engine/invitations')
        ? { status: 200, json: [{ id: 77, invitee: { id: 42 }, permissions: 'read' }] }
        : undefined,
    );
    const properties = { repository_owner: 'ada', repository_name: 'engine', permission: 'push' };
    const body = { type: 'github_repository', properties };
    await stack.send('PATCH', `/benefits/${benefit.id}`, { as: seller.owner, body });
    await untilGrant(benefit.id, { is_granted: true, properties });
    expect(calls(github, 'DELETE', '/').map(({ path }) => path)).toEqual([
      '/repos/ada/engine/invitations/77',
    ]);
    const [given] = calls(github, 'PUT', '/collaborators/grace-renamed');
    expect(JSON.parse(given?.body ?? '')).toEqual({ permission: 'push' });
  });

  it('gives the highest permission of several benefits, and falls back when that one ends', async () => {
    const [admin, read] = [await githubBenefit('admin'), await githubBenefit('pull')];
    // An account that no other seller has given anything.
    github.answer(({ path }) =>
      path === '/user' || path === '/user/43' ? { status: 200, json: { id: 43, login: 'lin' } } : undefined,
    );
    const permissions = () =>
      calls(github, 'PUT', '/collaborators/lin').map(({ body }) => JSON.parse(body).permission);
    const product = { benefits: [admin], recurringInterval: 'month' as const };
    const one = await buy(stack, { seller, product });
    await connect(one.order.customer_id, 'github', 'code-y');
    await untilGrant(admin.id, { is_granted: true });
    const body = { customer_id: one.order.customer_id };
    await buy(stack, { seller, product: { benefits: [read] }, body });
    await untilGrant(read.id, { is_granted: true, properties: { permission: 'pull' } });
    await untilSettled();
    expect(new Set(permissions())).toEqual(new Set(['admin']));
    await stack.send('DELETE', `/subscriptions/${one.order.subscription_id}`, { as: seller.owner });
    await untilGrant(admin.id, { is_revoked: true });
    await untilSettled();
    expect(permissions().at(-1)).toBe('pull');
    expect(calls(github, 'DELETE', '/collaborators/')).toEqual([]);
  });

  it('gives a permission though the higher one of another benefit is refused', async () => {
    const [admin, read] = [await githubBenefit('admin'), await githubBenefit('pull')];
    github.answer(({ method, path, body }) =>
      method === 'PUT' && path.includes('/collaborators/') && JSON.parse(body).permission === 'admin'
        ? { status: 403, json: {} }
        : undefined,
    );
    const { order } = await buy(stack, { seller, product: { benefits: [admin, read] } });
    await connect(order.customer_id, 'github', 'code-y');
    await untilGrant(read.id, { is_granted: true });
    await untilGrant(admin.id, { error: { type: 'BenefitRefusedError' } });
  });

  it('invites anew whoever missed an invitation and chooses the account again', async () => {
    const benefit = await githubBenefit();
    const { order } = await buy(stack, { seller, product: { benefits: [benefit] } });
    await connect(order.customer_id, 'github', 'code-y');
    await untilGrant(benefit.id, { is_granted: true });
    const [grant] = (await get(`/benefits/${benefit.id}/grants`)).body.items;
    const again = async () => {
      github.sent.length = 0;
      const body = { benefit_type: 'github_repository', properties: { account_id: '42' } };
      const as = customerOf(seller, order.customer_id);
      const { status } = await stack.send('PATCH', `/customer-portal/benefit-grants/${grant.id}`, {
        as,
        body,
      });
      expect(status).toBe(200);
      await eventually(() => expect(calls(github, 'PUT', '/collaborators/grace-renamed')).toHaveLength(1));
      return calls(github, 'DELETE', '/repos/ada/engine/invitations').map(({ path }) => path);
    };
    expect(await again()).toEqual([]);
    github.answer(({ method, path }) =>
      method === 'GET' && path.startsWith('/repos/ada/engine/invitations')
        ? {
            status: 200,
            json: [
              { id: 77, invitee: { id: 42 }, expired: true },
              { id: 78, invitee: { id: 43 }, expired: true },
            ],
          }
        : undefined,
    );
    expect(await again()).toEqual(['/repos/ada/engine/invitations/77']);
  });

  it('is made of repositories that somebody of the seller administers', async () => {
    const properties = { repository_owner: 'ada', repository_name: 'engine', permission: 'pull' };
    expect((await createBenefit('github_repository', properties)).status).toBe(422);
    expect((await connectSeller('github', 'code-x')).searchParams.get('connected')).toBe('github');
    const { body } = await get(`/integrations/github/repositories?organization_id=${seller.organizationId}`);
    expect(body.items).toEqual([{ owner: 'ada', name: 'engine' }]);
    const read = { ...properties, repository_name: 'other' };
    const refused = await createBenefit('github_repository', read);
    expect([refused.status, refused.body.detail[0].loc]).toEqual([
      422,
      ['body', 'properties', 'repository_name'],
    ]);
    expect((await createBenefit('github_repository', properties)).status).toBe(201);
  });
});

describe('connecting a platform', () => {
  it('is offered, and shows the roles that the bot may give', async () => {
    expect((await get('/integrations/')).body).toEqual({
      discord: { is_offered: true },
      github: { is_offered: true, install_url: `${github.url}/apps/tessera/installations/new` },
    });
    const token = (await connectSeller('discord', 'code-guild')).searchParams.get('guild_token') ?? '';
    const query = `organization_id=${seller.organizationId}&guild_token=${encodeURIComponent(token)}`;
    const { body } = await get(`/integrations/discord/guild?${query}`);
    expect(body).toEqual({
      id: '7000',
      name: 'Ada’s friends',
      roles: [
        { id: '7001', name: 'Admin', color: '#0000ff', is_assignable: false },
        { id: '7004', name: 'Patron', color: '#0000ff', is_assignable: true },
        { id: '7002', name: 'Customer', color: '#0000ff', is_assignable: true },
      ],
    });
    const stranger = await makeSeller(stack);
    const taken = `organization_id=${stranger.organizationId}&guild_token=${encodeURIComponent(token)}`;
    expect((await get(`/integrations/discord/guild?${taken}`, stranger.owner)).status).toBe(422);
    expect((await get(`/integrations/discord/guild?${query}`, stranger.owner)).status).toBe(404);
  });

  it('is for whoever left, once, and leads nowhere else', async () => {
    const query = `organization_id=${seller.organizationId}`;
    const outside = await get(
      `/integrations/discord/authorize?${query}&return_to=${encodeURIComponent('//evil.example')}`,
    );
    expect(outside.status).toBe(422);
    const stranger = await makeSeller(stack);
    const stolen = await connectSeller('discord', 'code-guild', stranger.owner);
    expect([stolen.origin, stolen.searchParams.get('error'), stolen.searchParams.get('guild_token')]).toEqual(
      ['http://localhost:3000', 'state_not_found', null],
    );
    const { order } = await buy(stack, { seller });
    const callback = '/customer-portal/oauth-accounts/callback?state=nobody&code=code-1';
    const { headers } = await stack.send('GET', callback);
    expect(headers.get('location')).toBe('http://localhost:3000/?error=state_not_found');
    for (const [returnTo, path] of [
      ['/', '/'],
      ['/benefits/', '/benefits/'],
      ['', ''],
    ] as const) {
      const back = await connect(order.customer_id, 'discord', '&error=access_denied', returnTo);
      expect(new URL(back.location).pathname).toMatch(new RegExp(`^/portal/[^/]+${path}$`));
    }
    const denied = await connect(order.customer_id, 'discord', '&error=access_denied');
    expect(denied.location).toContain('?error=access_denied');
  });
});

describe('a customer who connects an account', () => {
  const accountsOf = async (customerId: string) => {
    const me = await stack.send('GET', '/customer-portal/customers/me', {
      as: customerOf(seller, customerId),
    });
    return Object.keys(me.body.oauth_accounts);
  };

  it('is the only one to whom the platform’s link connects it, in the browser that asked for it', async () => {
    const { order } = await buy(stack, { seller });
    const victim = await leave((await buy(stack, { seller })).order.customer_id, { platform: 'discord' });
    for (const cookie of ['', 'tessera_connecting=', `tessera_connecting=${'x'.repeat(32)}`, victim.cookie]) {
      const { state } = await leave(order.customer_id, { platform: 'discord' });
      const back = await comeBack(state, 'code-1', cookie);
      expect([back.status, back.location]).toEqual([
        302,
        expect.stringMatching(/\/portal\/.*\?error=connection_failed$/),
      ]);
    }
    expect(calls(discord, 'POST', '/oauth2/token')).toEqual([]);
    expect(await accountsOf(order.customer_id)).toEqual([]);
  });

  it('may do so in two tabs of one browser, whose scripts never see its cookie', async () => {
    const { order } = await buy(stack, { seller });
    const first = await leave(order.customer_id, { platform: 'discord' });
    expect(first.setCookie).toMatch(
      /^tessera_connecting=[\w-]{32}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const second = await leave(order.customer_id, { platform: 'github' }, { cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    for (const { state } of [first, second])
      expect((await comeBack(state, 'code-1', first.cookie)).location).not.toContain('error');
    expect(await accountsOf(order.customer_id)).toHaveLength(2);
  });
});

describe('without an application', () => {
  it('nothing is offered, and creating says so', async () => {
    const bare = await startBilling({ workers: false });
    try {
      const own = await makeSeller(bare);
      const { body } = await bare.send('GET', '/integrations/', { as: own.owner });
      expect(body).toEqual({
        discord: { is_offered: false },
        github: { is_offered: false, install_url: null },
      });
      const { status, body: refused } = await bare.send('POST', '/benefits/', {
        as: own.owner,
        body: {
          type: 'discord',
          description: 'Community',
          organization_id: own.organizationId,
          properties: { guild_token: 'x.y', role_id: '1' },
        },
      });
      expect([status, refused.detail[0].loc]).toEqual([422, ['body', 'type']]);
    } finally {
      await bare.stop();
    }
  });
});
