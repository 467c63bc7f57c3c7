import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from './api-client.ts';
import { seedDemo } from './demo.ts';
import { signUpSeller } from './sign-up.ts';
import { discounts, products, seller } from './story.ts';

const shop = 'GET /api/billing/v1/customer-portal/organizations/northwind-studio';
const signIn = 'POST /api/auth/sign-in/email';

type Answer = (request: string) => { status: number; body?: object };

/** Lets `work` ask an API that answers so. Returns the requests. */
const askedBy = async (answer: Answer, work: (url: string) => Promise<unknown>): Promise<string[]> => {
  const asked: string[] = [];
  const server: Server = createServer((req, res) => {
    const request = `${req.method} ${req.url}`;
    asked.push(request);
    const { status, body = {} } = answer(request);
    res.writeHead(status).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return asked;
};

/** The requests to an API that answers only these, and refuses the others. */
const seed = (answered: string[]): Promise<string[]> =>
  askedBy(
    (request) => ({ status: answered.includes(request) ? 200 : 404 }),
    (url) => seedDemo({ url, origin: url, authPath: '/api/auth', say: () => undefined }),
  );

describe('seedDemo', () => {
  it('makes nothing where the shop is, whatever its seller signs in with', async () => {
    expect(await seed([shop])).toEqual([shop]);
  });

  it('makes nothing where the seller is, whatever the slug of the shop', async () => {
    expect(await seed([signIn])).toEqual([shop, signIn]);
  });

  it('makes a seller where neither is', async () => {
    const clock = 'POST /api/dev/clock';
    await expect(seed([clock])).rejects.toThrow('POST /api/auth/sign-up/email was answered 404');
  });
});

describe('the story', () => {
  it('has each shape of a discount and each kind of a price, and a product that is no longer sold', () => {
    const shapes = discounts.map(({ type, duration }) => `${type} ${duration === 'repeating'}`);
    expect(shapes.toSorted()).toEqual(['fixed false', 'fixed true', 'percentage false', 'percentage true']);
    const kinds = products.flatMap(({ price, usage }) => [price['amount_type'], usage && 'metered_unit']);
    expect(new Set(kinds.filter(Boolean))).toEqual(new Set(['fixed', 'metered_unit', 'free', 'custom']));
    expect(products.filter(({ isArchived }) => isArchived)).toHaveLength(1);
  });
});

describe('signUpSeller', () => {
  const signUp = 'POST /api/auth/sign-up/email';
  const verify = 'GET /api/auth/verify-email?token=proof';
  const signUpWith = (answer: Answer) =>
    askedBy(answer, (url) => signUpSeller(createApiClient(url, url), '/api/auth'));

  it('has signed in where a sign-up does so', async () => {
    expect(await signUpWith(() => ({ status: 200, body: { token: 'token' } }))).toEqual([signUp]);
  });

  it('signs in where a sign-up does not', async () => {
    expect(await signUpWith(() => ({ status: 200, body: { token: null } }))).toEqual([signUp, signIn]);
  });

  it('verifies the address where a sign-in needs that', async () => {
    const inbox = 'GET /api/dev/mail';
    const items = [
      { to: 'other@example.com', type: 'verification', token: 'foreign' },
      { to: seller.email, type: 'verification', token: 'proof' },
    ];
    let isVerified = false;
    const asked = await signUpWith((request) => {
      if (request === verify) isVerified = true;
      if (request === signIn) return { status: isVerified ? 200 : 403 };
      return { status: 200, body: request === inbox ? { items } : { token: null } };
    });
    expect(asked).toEqual([signUp, signIn, inbox, verify, signIn]);
  });
});
