/** What a request costs in queries must not grow with what it answers: a page of a hundred is as many as a page of one. */
import { endpointsOf } from '@tessera/kit/http/openapi';
import { queryCosts } from '@tessera/kit/test/query-costs';
import { signUpAs } from '../test/admins.ts';
import { createClient, type SignedUp, signUp } from '../test/client.ts';
import { type IdentityStack, startIdentity } from '../test/factories.ts';
import { routes } from './app.ts';

let started: IdentityStack;
let admin: SignedUp;
beforeAll(async () => {
  started = await startIdentity();
  admin = await signUpAs(started, 'admin');
  await grow();
});
afterAll(() => started.stop());

let providers = 0;

/** One more of everything: a user, who uses the administrator's browser too; a session and a linked account of the administrator. */
const grow = async (): Promise<void> => {
  await signUp(started.base);
  const other = await signUp(started.base);
  const token = [...other.browser.cookies].find(([name]) => name.includes('_multi-'));
  if (!token) throw new Error('no cookie of another account');
  admin.browser.cookies.set(...token);
  const { error } = await createClient(started.base).client.signIn.email(admin);
  expect(error).toBeNull();
  providers += 1;
  await started.stack.db.query(
    `INSERT INTO accounts (id, account_id, provider_id, user_id, created_at, updated_at)
     VALUES (gen_random_uuid(), 'ada', $1, $2, now(), now())`,
    [`provider-${providers}`, admin.id],
  );
};

const reads = [
  '/get-session',
  '/list-sessions',
  '/session-places',
  '/list-accounts',
  '/multi-session/list-device-sessions',
  '/preferences',
];
/** Links in mails and at providers, which are followed once, and what has no rows or one. */
const others = /verify-email|callback|reset-password|\/(ok|error|public-options)$|account-picture/;
const adminReads = ['/admin/list-users?limit=100', '/admin/list-roles'];

const costs = (): Promise<Record<string, number>> => {
  const requests = [...reads, ...adminReads].map((path) => [path, () => ask('GET', path)] as const);
  const ofUser = () => ask('POST', '/admin/list-user-sessions', { userId: admin.id });
  return queryCosts({ ...Object.fromEntries(requests), ofUser });
};

const ask = async (method: string, path: string, body?: object): Promise<void> => {
  const { status, text } = await admin.browser.send(method, path, { body });
  expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
};

const maxQueries = 4;

describe('the queries of a request', () => {
  it('are asked for of every list, and of every other way to read', () => {
    const lists = endpointsOf(routes(started.identity)).flatMap(({ method, path }) =>
      path.includes('list') || (method === 'get' && !others.test(path)) ? [path] : [],
    );
    const asked = [...reads, ...adminReads, '/admin/list-user-sessions'].map((path) => path.split('?')[0]);
    expect(asked).toEqual(expect.arrayContaining(lists));
    expect(lists.length).toBeGreaterThan(5);
  });

  it('are as many for many rows as for one, and few', async () => {
    const ofFew = await costs();
    for (let count = 0; count < 4; count += 1) await grow();
    expect(await costs()).toEqual(ofFew);
    expect(Object.entries(ofFew).filter(([, count]) => count > maxQueries)).toEqual([]);
    expect(ofFew['/admin/list-users?limit=100']).toBeGreaterThan(0);
  });
});
