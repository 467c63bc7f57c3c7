/** Fields that a configuration adds to users, in the hands of administrators (contracts/auth.md, section 11). */
import { signUp } from '../../test/client.ts';
import { type IdentityStack, person, startIdentity } from '../../test/factories.ts';
import { additionalFields, given } from '../../test/fields.ts';

let started: IdentityStack;
beforeAll(async () => {
  started = await startIdentity({ user: { additionalFields } });
});
afterAll(() => started.stop());

const join = (own: Record<string, unknown> = {}) => signUp(started.base, { ...given, ...own });

const asAdmin = async () => {
  const boss = await join();
  await started.stack.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [boss.id]);
  await started.identity.sessionCache.write(boss.token, null, 0);
  return (method: string, path: string, body?: unknown) =>
    boss.browser.send(method, path, body === undefined ? {} : { body });
};

describe('administrators', () => {
  it('set them, also those that are no input, and see them', async () => {
    const send = await asAdmin();
    const { email, password, name } = person();
    const data = { company: 'Made by hand', level: 'gold', note: 'hidden', unknown: 1 };
    const made = await send('POST', '/admin/create-user', { email, password, name, data });
    const expected = { company: 'Made by hand', level: 'gold', isPartner: false, age: null };
    expect(made.body.user).toMatchObject(expected);
    for (const hidden of ['note', 'unknown', 'additional']) expect(made.body.user).not.toHaveProperty(hidden);
    const { id } = made.body.user;
    const found = await send('GET', `/admin/list-users?searchValue=${encodeURIComponent(email)}`);
    expect(found.body.users).toEqual([made.body.user]);
    const answers = [
      await send('POST', '/admin/set-role', { userId: id, role: 'user' }),
      await send('POST', '/admin/ban-user', { userId: id }),
      await send('POST', '/admin/unban-user', { userId: id }),
      await send('POST', '/admin/impersonate-user', { userId: id }),
    ];
    for (const { body } of answers) expect(body.user).toMatchObject(expected);
    expect((await send('GET', '/multi-session/list-device-sessions')).body[0].user).toHaveProperty('company');
    expect((await send('POST', '/admin/stop-impersonating')).body.user).toMatchObject({ level: 'basic' });
  });

  it('find and sort by what is shown, and by nothing else', async () => {
    const send = await asAdmin();
    for (const [company, age] of [
      ['Zuse', 10],
      ['Turing', 9],
      ['Zuse', 100],
    ] as const)
      await join({ company, age, tags: ['found'] });
    const list = async (query: Record<string, string>) =>
      (await send('GET', `/admin/list-users?${new URLSearchParams({ limit: '50', ...query }).toString()}`))
        .body;
    const agesBy = async (query: Record<string, string>): Promise<number[]> =>
      (await list(query)).users.map(({ age }: { age: number }) => age);
    const zuse = { filterField: 'company', filterValue: 'Zuse' };
    expect(await agesBy({ ...zuse, sortBy: 'age' })).toEqual([10, 100]);
    expect(await agesBy({ ...zuse, sortBy: 'age', sortDirection: 'desc' })).toEqual([100, 10]);
    const older = { filterField: 'age', filterOperator: 'gt', filterValue: '36' };
    expect(await agesBy(older)).toEqual([100]);
    const partners = { filterField: 'isPartner', filterValue: 'true' };
    expect((await list(partners)).total).toBe(0);
    expect(
      (await list({ filterField: 'since', filterOperator: 'lt', filterValue: '2020-05-01' })).total,
    ).toBe(0);
    expect(
      (await list({ filterField: 'since', filterOperator: 'lt', filterValue: '2020-05-02' })).total,
    ).toBeGreaterThan(2);
    for (const filterField of ['note', 'tags', 'constructor', '__proto__'])
      expect(await list({ filterField, filterValue: 'x' })).toEqual({ users: [], total: 0 });
    expect((await list({ filterField: 'age', filterValue: 'old' })).total).toBe(0);
    expect((await list({ sortBy: 'note' })).total).toBe(0);
    // Whoever has said no age comes before all ages, and in descending order behind them.
    await send('POST', '/admin/create-user', { ...person(), data: { company: 'Zuse' } });
    expect(await agesBy({ ...zuse, sortBy: 'age' })).toEqual([null, 10, 100]);
    expect(await agesBy({ ...zuse, sortBy: 'age', sortDirection: 'desc' })).toEqual([100, 10, null]);
  });

  it('are told of a value of the wrong type, and find nobody by the column itself', async () => {
    const send = await asAdmin();
    const { email, password, name } = person();
    const refused = await send('POST', '/admin/create-user', { email, password, name, data: { age: 'old' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    const query = 'filterField=additional&filterValue={}';
    expect((await send('GET', `/admin/list-users?${query}`)).body).toEqual({ users: [], total: 0 });
  });
});
