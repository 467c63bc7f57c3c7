import type { Mail } from '@tessera/kit/mail/mailer';
import { eventually } from '@tessera/kit/test/eventually';
import { customerCodeRequested } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import {
  type BillingStack,
  makeCustomer,
  makeSeller,
  type Seller,
  startBilling,
} from '../../../test/factories.ts';
import { callerOf, customerOf } from '../../../test/portal.ts';
import { purgeCodes } from './codes.ts';
import { requestsOfNetwork, wrongCodes } from './limits.ts';

let stack: BillingStack;
let seller: Seller;
const sent: Mail[] = [];
let failures = 0;
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failures > 0) {
      failures -= 1;
      throw new Error('the mail server is down');
    }
    sent.push(mail);
  };
  stack = await startBilling({ mailer: { send, close: () => undefined }, areMailsLimited: true });
});
beforeEach(async () => {
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const base = '/customer-portal/customer-session';
const mailsTo = (email: string) => sent.filter(({ to }) => to === email);
let networks = 0;
/** A network that nobody has called from. */
const freshNetwork = () => {
  networks += 1;
  return `198.18.${networks >> 8}.${networks & 255}`;
};
/** Requests a code. Returns the token of the request. */
const ask = async (email: string, headers: Record<string, string> = {}): Promise<string> => {
  const body = { email, organization_id: seller.organizationId };
  const from = { 'x-forwarded-for': freshNetwork(), ...headers };
  const reply = await stack.send('POST', `${base}/request`, { body, headers: from });
  expect([reply.status, Object.keys(reply.body)]).toEqual([202, ['request_token']]);
  return reply.body.request_token;
};
/** Asks for a code, and reads it in the mail. */
const codeFor = async (email: string, asked: () => Promise<unknown> = () => ask(email)): Promise<string> => {
  const before = mailsTo(email).length;
  await asked();
  const mail = await eventually(() => {
    const found = mailsTo(email)[before];
    if (!found) throw new Error('no mail yet');
    return found;
  });
  const [code] = /^[A-Z0-9]{6}$/m.exec(mail.text) ?? [];
  if (!code) throw new Error(mail.text);
  return code;
};
const enter = (body: object, network = '203.0.113.1') =>
  stack.send('POST', `${base}/authenticate`, { body, headers: { 'x-forwarded-for': network } });
const another = (code: string) => (code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA');

describe('a code by mail', () => {
  it('signs its customer in once, in their language, and proves the address', async () => {
    const customer = await makeCustomer(stack, seller);
    const code = await codeFor(customer.email, () =>
      ask(customer.email.toUpperCase(), { 'accept-language': 'de-AT,en;q=0.5' }),
    );
    const [mail] = mailsTo(customer.email);
    expect(mail).toMatchObject({ type: 'customer-sign-in', subject: `${code} ist Ihr Code für Acme` });
    const url = new URL(mail?.url ?? '');
    expect([url.pathname, url.search]).toEqual([`/portal/acme-${seller.organizationId}`, '?language=de']);
    expect(Object.fromEntries(new URLSearchParams(url.hash.slice(1)))).toEqual({
      email: customer.email,
      code,
      token: expect.any(String),
    });
    expect(await stack.db.query('SELECT 1 FROM customer_codes WHERE code_hash = $1', [code])).toEqual([]);
    const reply = await enter({ code: ` ${code.toLowerCase()} ` });
    expect(reply.status).toBe(200);
    const as = await callerOf(stack, reply.body.token);
    expect(as).toMatchObject({ organizationId: seller.organizationId, scope: { customerId: customer.id } });
    const me = await stack.send('GET', '/customer-portal/customers/me', { as: as ?? undefined });
    expect(me.body).toMatchObject({ id: customer.id, email_verified: true });
    const introspected = await stack.send('GET', `${base}/introspect`, { as: as ?? undefined });
    expect(introspected.body).toEqual({ expires_at: '2026-01-15T13:00:00.000Z', return_url: null });
    expect((await stack.send('GET', `${base}/introspect`)).status).toBe(401);
    const again = await enter({ code });
    expect([again.status, again.body.error]).toEqual([401, 'CustomerSessionCodeInvalidOrExpired']);
  });

  it('is good for five tries of the browser that requested it, however many come at once', async () => {
    const customer = await makeCustomer(stack, seller);
    const named = { email: customer.email, organization_id: seller.organizationId };
    let token = '';
    const request = async () => {
      token = await ask(customer.email);
    };
    const code = await codeFor(customer.email, request);
    const own = { ...named, request_token: token };
    const tries = await Promise.all(Array.from({ length: 4 }, () => enter({ ...own, code: another(code) })));
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect((await enter({ ...own, code })).status).toBe(200);
    const next = await codeFor(customer.email, request);
    const last = { ...named, request_token: token };
    await Promise.all(
      Array.from({ length: 9 }, () => enter({ ...last, code: another(next) }, freshNetwork())),
    );
    for (const body of [{ ...last, code: next }, { ...named, code: next }, { code: next }])
      expect((await enter(body, freshNetwork())).status).toBe(401);
  });

  it('is not used up by anybody else, whatever they guess and from wherever', async () => {
    const customer = await makeCustomer(stack, seller);
    const named = { email: customer.email, organization_id: seller.organizationId };
    let token = '';
    const code = await codeFor(customer.email, async () => {
      token = await ask(customer.email);
    });
    const [mail] = mailsTo(customer.email);
    const mailed = new URLSearchParams(new URL(mail?.url ?? '').hash.slice(1)).get('token');
    // A stranger requests codes too, and guesses with and without tokens, from many networks.
    const strangers = [
      undefined,
      token.slice(0, -3),
      await ask(customer.email),
      await ask(uuidv7() + '@x.example'),
    ];
    const guesses: Promise<{ status: number }>[] = [];
    for (let times = 0; times < wrongCodes.address + 30; times += 1) {
      const request_token = strangers[times % strangers.length];
      guesses.push(enter({ ...named, code: another(code), request_token }, freshNetwork()));
    }
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    // Nobody without a token gets further; the owner does, in the browser that asked and by the mail's link.
    expect((await enter({ ...named, code }, freshNetwork())).status).toBe(429);
    const slip = await enter({ ...named, code: another(code), request_token: token });
    expect([slip.status, slip.body.error]).toEqual([401, 'CustomerSessionCodeInvalidOrExpired']);
    for (const request_token of [mailed, token]) {
      const { status } = await enter({ ...named, code, request_token }, freshNetwork());
      expect(status).toBe(request_token === mailed ? 200 : 401);
    }
    // The code was used; the next one is entered where it was requested.
    const next = await codeFor(customer.email, async () => {
      token = await ask(customer.email);
    });
    expect((await enter({ ...named, code: next, request_token: token })).status).toBe(200);
  });

  it('of another mail than that of the last request is good too', async () => {
    const customer = await makeCustomer(stack, seller);
    const named = { email: customer.email, organization_id: seller.organizationId };
    const first = await codeFor(customer.email);
    const request_token = await ask(customer.email);
    expect((await enter({ ...named, code: first, request_token })).status).toBe(200);
  });

  it('is guessed ten times by a network that names its address, and right ones do not count', async () => {
    const customer = await makeCustomer(stack, seller);
    const named = { email: customer.email, organization_id: seller.organizationId };
    const code = await codeFor(customer.email);
    const network = freshNetwork();
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries += 1)
      statuses.push((await enter({ ...named, code: another(code) }, network)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
    const other = await makeCustomer(stack, seller);
    const elsewhere = { ...named, email: other.email, code: await codeFor(other.email) };
    expect((await enter(elsewhere, network)).status).toBe(200);
    expect((await enter({ ...named, code }, freshNetwork())).status).toBe(200);
  });

  it('is not guessed by many networks that name no address: their total is limited', async () => {
    const [started_at] = (await stack.db.query(
      `SELECT coalesce(sum(tries), 0)::int AS tries FROM customer_code_tries WHERE network = '*'`,
    )) as { tries: number }[];
    const left = wrongCodes.all - (started_at?.tries ?? 0);
    const tries = await Promise.all(
      Array.from({ length: left + 3 }, () => enter({ code: 'ZZZZZ1' }, freshNetwork())),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(3);
    // Whoever names an address, or has a token, goes on.
    const customer = await makeCustomer(stack, seller);
    const code = await codeFor(customer.email);
    expect((await enter({ code }, freshNetwork())).status).toBe(429);
    const named = { email: customer.email, organization_id: seller.organizationId };
    expect((await enter({ ...named, code }, freshNetwork())).status).toBe(200);
    stack.clock.advance(1800);
    const later = await codeFor(customer.email);
    expect((await enter({ code: later }, freshNetwork())).status).toBe(200);
    stack.clock.advance(-1800);
    await stack.db.query(`DELETE FROM customer_code_tries WHERE network = '*'`);
  });

  it('is good for half an hour, and forgotten then', async () => {
    const customer = await makeCustomer(stack, seller);
    const code = await codeFor(customer.email);
    stack.clock.advance(1801);
    expect((await enter({ code }, '203.0.113.3')).status).toBe(401);
    await purgeCodes(stack.db.manager, stack.clock.now());
    expect(
      await stack.db.query('SELECT 1 FROM customer_codes WHERE customer_id = $1', [customer.id]),
    ).toEqual([]);
    stack.clock.advance(-1801);
  });

  it('is not guessed by a network that names no address', async () => {
    const customer = await makeCustomer(stack, seller);
    const code = await codeFor(customer.email);
    const network = '203.0.113.77';
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter({ code: another(code) }, network)).status).toBe(401);
    const late = await enter({ code }, network);
    expect([late.status, late.body.error]).toEqual([429, 'TooManyTries']);
    // Right ones do not count.
    for (let times = 0; times < 6; times += 1) {
      stack.clock.advance(3600);
      const { status } = await enter({ code: await codeFor(customer.email) }, '203.0.113.78');
      expect([times, status]).toEqual([times, 200]);
    }
    stack.clock.advance(-6 * 3600);
  });

  it('tells nobody whether an address is known', async () => {
    const elsewhere = await makeCustomer(stack, await makeSeller(stack));
    const unknown = [`${uuidv7()}@example.com`, elsewhere.email];
    for (const email of unknown) await ask(email);
    const known = await makeCustomer(stack, seller);
    await codeFor(known.email);
    await eventually(() => {
      const asked = stack.events.all(customerCodeRequested);
      expect(asked.filter((it) => it.organizationId === seller.organizationId)).toHaveLength(3);
    });
    expect(unknown.flatMap(mailsTo)).toEqual([]);
    const replies = await Promise.all(
      [...unknown, known.email].map((email) =>
        enter({ code: 'ZZZZZ0', email, organization_id: seller.organizationId }),
      ),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('signs in once, however many use it at once, and only at its seller and its address', async () => {
    const customer = await makeCustomer(stack, seller);
    const named = { email: customer.email, organization_id: seller.organizationId };
    const code = await codeFor(customer.email);
    const other = await makeSeller(stack);
    const neighbour = await makeCustomer(stack, seller);
    for (const elsewhere of [
      { ...named, organization_id: other.organizationId },
      { ...named, email: neighbour.email },
    ])
      expect((await enter({ ...elsewhere, code })).status).toBe(401);
    const used = await Promise.all(Array.from({ length: 4 }, () => enter({ ...named, code })));
    expect(used.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  it('reaches its customer when the mail server is back, and is still good', async () => {
    const customer = await makeCustomer(stack, seller);
    failures = 1;
    const code = await codeFor(customer.email);
    expect(failures).toBe(0);
    expect((await enter({ code }, '203.0.113.4')).status).toBe(200);
  });

  it('is requested four times by a network, and sent ten times an hour at most', async () => {
    const customer = await makeCustomer(stack, seller);
    const network = { 'x-forwarded-for': freshNetwork() };
    const from = () => ask(customer.email, network);
    for (let times = 0; times < requestsOfNetwork; times += 1) await codeFor(customer.email, from);
    expect(await from()).toEqual(expect.any(String));
    // Others can still ask, until the address has had its mails.
    for (let times = requestsOfNetwork; times < 10; times += 1) await codeFor(customer.email);
    await ask(customer.email);
    const other = await makeCustomer(stack, seller);
    await codeFor(other.email, () => ask(other.email, network));
    expect(mailsTo(customer.email)).toHaveLength(10);
  });

  it('is never sent for nonsense', async () => {
    const customer = await makeCustomer(stack, seller);
    for (const body of [
      {},
      { email: 'nobody', organization_id: seller.organizationId },
      { email: customer.email },
      { email: customer.email, organization_id: 'x' },
    ])
      expect((await stack.send('POST', `${base}/request`, { body })).status).toBe(422);
    for (const body of [{}, { code: 5 }, { code: 'x'.repeat(100) }, { code: 'ABC123', email: 'x' }])
      expect((await enter(body)).status).toBe(422);
  });
});

describe('another e-mail address', () => {
  const me = '/customer-portal/customers/me';

  it('is the customer’s once its code has come back', async () => {
    const customer = await makeCustomer(stack, seller);
    const as = customerOf(seller, customer.id);
    const fresh = `${uuidv7()}@example.com`;
    const request = (body: object) => stack.send('POST', `${me}/email-update/request`, { as, body });
    const verify = (code: string, by = as) =>
      stack.send('POST', `${me}/email-update/verify`, { as: by, body: { code } });
    const code = await codeFor(fresh, async () => {
      const reply = await request({ email: fresh });
      expect([reply.status, reply.text]).toEqual([202, 'null']);
    });
    expect(mailsTo(fresh)[0]).toMatchObject({ type: 'customer-email' });
    // It signs nobody in, and is nothing to others.
    expect((await enter({ code }, '203.0.113.6')).status).toBe(401);
    const other = await makeCustomer(stack, seller);
    expect((await verify(code, customerOf(seller, other.id))).status).toBe(401);
    expect((await verify(another(code))).body.error).toBe('CustomerSessionCodeInvalidOrExpired');
    const moved = await verify(code);
    expect([moved.status, moved.body.email, moved.body.email_verified]).toEqual([200, fresh, true]);
    expect((await verify(code)).status).toBe(401);
    const notices = () => mailsTo(customer.email).filter(({ type }) => type === 'customer-email-changed');
    await eventually(() => expect(notices()).toHaveLength(1));
    expect(notices()[0]?.text).not.toContain(fresh);
    const changed = await codeFor(customer.email, async () => {
      const reply = await stack.send('PATCH', me, { as, body: { email: customer.email, name: 'Ada' } });
      expect(reply.body).toMatchObject({ email: fresh, name: 'Ada' });
    });
    expect((await verify(changed)).body.email).toBe(customer.email);
  });

  it('ends the sessions that links in mails to the former one have opened, but not the one it was changed in', async () => {
    const [customer, other] = [await makeCustomer(stack, seller), await makeCustomer(stack, seller)];
    const open = async ({ id }: { id: string }): Promise<string> => {
      const body = { customer_id: id };
      return (await stack.send('POST', '/customer-sessions/', { as: seller.owner, body })).body.token;
    };
    const tokens = [await open(customer), await open(customer), await open(other)];
    const callers = () => Promise.all(tokens.map((token) => callerOf(stack, token)));
    const [as] = await callers();
    if (!as) throw new Error('no session');
    const fresh = `${uuidv7()}@example.com`;
    const code = await codeFor(fresh, async () => {
      await stack.send('POST', `${me}/email-update/request`, { as, body: { email: fresh } });
    });
    expect(await callers()).not.toContain(null);
    await stack.send('POST', `${me}/email-update/verify`, { as, body: { code: another(code) } });
    expect(await callers()).not.toContain(null);
    expect((await stack.send('POST', `${me}/email-update/verify`, { as, body: { code } })).status).toBe(200);
    expect((await callers()).map((caller) => caller !== null)).toEqual([true, false, true]);
  });

  it('stays as it was for whoever guesses its code, however many guesses come at once', async () => {
    const customer = await makeCustomer(stack, seller);
    const as = customerOf(seller, customer.id);
    const fresh = `${uuidv7()}@example.com`;
    const code = await codeFor(fresh, async () => {
      await stack.send('POST', `${me}/email-update/request`, { as, body: { email: fresh } });
    });
    const verify = (guess: string) =>
      stack.send('POST', `${me}/email-update/verify`, { as, body: { code: guess } });
    const guesses = await Promise.all(Array.from({ length: 9 }, () => verify(another(code))));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await verify(code)).status).toBe(401);
    expect((await stack.send('GET', me, { as })).body.email).toBe(customer.email);
  });

  it('is refused when it is somebody else’s, or the seller keeps addresses', async () => {
    const [customer, other] = [await makeCustomer(stack, seller), await makeCustomer(stack, seller)];
    const as = customerOf(seller, customer.id);
    const code = await codeFor(other.email, async () => {
      await stack.send('POST', `${me}/email-update/request`, { as, body: { email: other.email } });
    });
    const taken = await stack.send('POST', `${me}/email-update/verify`, { as, body: { code } });
    expect([taken.status, taken.body.detail[0].loc]).toEqual([422, ['body', 'email']]);
    const { customerPortalSettings } = { customerPortalSettings: { customer: { allowEmailChange: false } } };
    seller = await makeSeller(stack, { customerPortalSettings: customerPortalSettings as never });
    const bound = customerOf(seller, (await makeCustomer(stack, seller)).id);
    const body = { email: `${uuidv7()}@example.com` };
    for (const [method, path] of [
      ['POST', `${me}/email-update/request`],
      ['PATCH', me],
    ] as const)
      expect((await stack.send(method, path, { as: bound, body })).body.error).toBe('NotPermitted');
    expect((await stack.send('POST', `${me}/email-update/request`, { body })).status).toBe(401);
  });
});
