import { signUpAs } from '../../test/admins.ts';
import type { SignedUp } from '../../test/client.ts';
import { signUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
let admin: SignedUp;
const emails = ['carla@list.example.com', 'Anna@list.example.com', 'b_rta@list.example.com'];
beforeAll(async () => {
  started = await startIdentity({ advanced: { database: { defaultFindManyLimit: 2 } } });
  admin = await signUpAs(started, 'admin');
  for (const [index, email] of emails.entries())
    await signUp(started.base, { email, name: `Person ${index}` });
  await started.stack.db.query(`UPDATE users SET banned = true WHERE email = 'anna@list.example.com'`);
});
afterAll(() => started.stop());

const list = async (query: Record<string, string | number>) => {
  const text = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
  );
  const { status, body } = await admin.browser.send('GET', `/admin/list-users?${text.toString()}`);
  return status === 200
    ? { ...body, users: body.users.map(({ email }: { email: string }) => email.split('@')[0]) }
    : body;
};

const ours = { searchValue: '@list.example.com', limit: 10 };

describe('list-users', () => {
  it('answers the configured number of rows in the order of insertion, and the number of all', async () => {
    const { data } = await admin.client.admin.listUsers({ query: {} });
    expect(data?.users.map(({ email }) => email)).toEqual([admin.email, emails[0]]);
    expect(data).toMatchObject({ total: 4 });
    expect(data).not.toHaveProperty('limit');
  });

  it('pages', async () => {
    const { data } = await admin.client.admin.listUsers({ query: { limit: 1, offset: 2 } });
    expect(data).toMatchObject({ total: 4, limit: 1, offset: 2 });
    expect(data?.users.map(({ email }) => email)).toEqual(['anna@list.example.com']);
  });

  it('counts nobody as banned whose ban is over', async () => {
    const { stack } = started;
    const setBan = (until: string | null) =>
      stack.db.query(
        `UPDATE users SET banned = true, ban_expires = $1 WHERE email = 'anna@list.example.com'`,
        [until],
      );
    const found = async (filterValue: string) =>
      (await list({ ...ours, filterField: 'banned', filterValue })).users;
    await setBan('2001-01-01');
    expect([await found('true'), await found('false')]).toEqual([[], ['anna']]);
    await setBan('2999-01-01');
    expect([await found('true'), await found('false')]).toEqual([['anna'], []]);
    await setBan(null);
    expect(await found('true')).toEqual(['anna']);
  });

  it('finds who has a role beside others, which is not who has that one alone', async () => {
    const { stack } = started;
    const setRole = (role: string) =>
      stack.db.query(`UPDATE users SET role = $1 WHERE email = 'carla@list.example.com'`, [role]);
    const found = async (filterValue: string, filterOperator: string) =>
      (await list({ ...ours, filterField: 'role', filterValue, filterOperator })).users;
    await setRole('user, support,b.ss');
    expect([await found('support', 'has'), await found('b.ss', 'has')]).toEqual([['carla'], ['carla']]);
    expect(await found('user', 'has')).toEqual(['carla', 'anna', 'b_rta']);
    expect([await found('sup', 'has'), await found('boss', 'has')]).toEqual([[], []]);
    expect([await found('support', 'eq'), await found('user', 'eq')]).toEqual([[], ['anna', 'b_rta']]);
    await setRole('user');
  });

  it.each([
    [{ searchValue: 'LIST.example' }, 3],
    [{ searchValue: 'anna', searchOperator: 'starts_with' }, 1],
    [{ searchValue: 'anna', searchOperator: 'ends_with' }, 0],
    [{ searchValue: 'person 1', searchField: 'name', searchOperator: 'ends_with' }, 1],
    [{ searchValue: 'pérson 1', searchField: 'name', searchOperator: 'starts_with' }, 1],
    [{ searchValue: 'b_r' }, 1],
    [{ searchValue: 'a_n' }, 0],
    [{ searchValue: '%' }, 0],
    [{ filterField: 'role', filterValue: 'admin' }, 1],
    [{ filterField: 'role', filterValue: 'admin', filterOperator: 'ne' }, 3],
    [{ filterField: 'role', filterValue: 'admin', filterOperator: 'has' }, 1],
    [{ filterField: 'email', filterValue: 'anna@list.example.com', filterOperator: 'has' }, 0],
    [{ filterField: 'unknown', filterValue: 'x', filterOperator: 'has' }, 0],
    [{ filterField: 'banned', filterValue: 'true' }, 1],
    [{ filterField: 'banned', filterValue: 'perhaps' }, 0],
    [{ filterField: 'createdAt', filterValue: '2001-01-01', filterOperator: 'gt' }, 4],
    [{ filterField: 'createdAt', filterValue: 'yesterday', filterOperator: 'gt' }, 0],
    [{ filterField: 'createdAt', filterValue: '-100000-01-01T00:00:00Z', filterOperator: 'gt' }, 0],
    [{ filterField: 'createdAt', filterValue: '8640000000000000', filterOperator: 'lt' }, 4],
    [{ filterField: 'id', filterValue: 'unknown' }, 0],
    [{ filterField: 'password', filterValue: 'x' }, 0],
    [{ sortBy: 'password' }, 0],
    [{ sortBy: `id"; DROP TABLE users; --` }, 0],
  ])('finds by %j', async (query: Record<string, string>, total) => {
    expect(await list(query)).toMatchObject({ total });
  });

  it('sorts', async () => {
    const up = await list({ ...ours, sortBy: 'email' });
    expect(up.users).toEqual(['anna', 'b_rta', 'carla']);
    expect((await list({ ...ours, sortBy: 'email', sortDirection: 'desc' })).users).toEqual(
      up.users.toReversed(),
    );
  });

  it('sorts those without a value before all others, in descending order behind them', async () => {
    const by = async (sortBy: string, sortDirection: string) =>
      (await list({ ...ours, sortBy, sortDirection })).users;
    expect(await by('banned', 'asc')).toEqual(['carla', 'b_rta', 'anna']);
    // The banned ones first: what an administrator asks for.
    expect(await by('banned', 'desc')).toEqual(['anna', 'carla', 'b_rta']);
  });

  it.each([
    ['limit=many', { count: 2 }],
    ['limit=0', { count: 2 }],
    ['limit=&offset=', { count: 2 }],
    ['limit=1e0', { count: 1, limit: 1 }],
    ['limit=0x3', { count: 3, limit: 3 }],
    ['limit=-1&offset=-4', { count: 4, limit: -1, offset: -4 }],
    ['limit=4611686018427387904', { count: 4, limit: 2 ** 62 }],
    ['limit=1&limit=3', { count: 3, limit: 3 }],
    ['limit=3&limit=x', { count: 2 }],
    ['offset=99999999', { count: 0, offset: 99_999_999 }],
    ['filterField=&filterValue=anna@list.example.com', { count: 1, total: 1 }],
    ['filterField=role&filterValue=user&filterValue=admin', { count: 1, total: 1 }],
    ['searchValue=carla&searchValue=anna', { count: 1, total: 1 }],
    [`searchValue=${'x'.repeat(2000)}`, { count: 0, total: 0 }],
  ])('reads %s as upstream does', async (text, expected) => {
    const { count, total, ...echoed } = { total: 4, ...expected };
    const { status, body } = await admin.browser.send('GET', `/admin/list-users?${text}`);
    expect(status).toBe(200);
    expect({ ...body, users: body.users.length }).toEqual({ users: count, total, ...echoed });
  });

  it.each(['limit=1.5', 'limit=1e400', 'limit=-Infinity', 'limit=99999999999999999999', 'offset=2.5'])(
    'finds nobody for %s, which is no number of rows',
    async (text) => {
      const { status, body } = await admin.browser.send('GET', `/admin/list-users?${text}`);
      expect([status, body]).toEqual([200, { users: [], total: 0 }]);
    },
  );

  it.each([[{ searchField: 'password' }], [{ sortDirection: 'up' }], [{ filterOperator: 'like' }]])(
    'refuses %j',
    async (query: Record<string, string>) => {
      expect(await list(query)).toEqual({ code: 'VALIDATION_ERROR', message: 'Invalid query parameters' });
    },
  );
});
