/** How the users of a large installation are read. */
import { signUpAs } from '../../test/admins.ts';
import type { SignedUp } from '../../test/client.ts';
import { type IdentityStack, startIdentity } from '../../test/factories.ts';

let started: IdentityStack;
let admin: SignedUp;
beforeAll(async () => {
  started = await startIdentity({});
  admin = await signUpAs(started, 'admin');
  await started.stack.db.query(
    `INSERT INTO users (id, name, email, created_at, updated_at, role)
     SELECT gen_random_uuid(), 'User', 'user-' || n || '@example.com', now() - make_interval(mins => n), now(),
       CASE n WHEN 7 THEN 'support, auditor' WHEN 8 THEN 'auditors' ELSE 'user' END FROM generate_series(1, 20000) AS n`,
  );
  await started.stack.db.query('VACUUM ANALYZE users');
});
afterAll(() => started.stop());

describe('list-users', () => {
  it('reads the newest users, as administrators see them at first, along an index', async () => {
    const { db } = started.stack;
    const wanted = { sortBy: 'createdAt', sortDirection: 'desc', limit: '10' };
    const { body } = await admin.browser.send(
      'GET',
      `/admin/list-users?${new URLSearchParams(wanted).toString()}`,
    );
    expect([body.total, body.users.length]).toEqual([20_001, 10]);
    expect(body.users[1].email).toBe('user-1@example.com');
    const rows: Record<string, string>[] = await db.query(
      'EXPLAIN SELECT id FROM users ORDER BY created_at DESC, id ASC LIMIT 10',
    );
    expect(JSON.stringify(rows)).toContain('users_created_at');
  });

  it('finds a role among several of a user, and no longer one', async () => {
    const wanted = { filterField: 'role', filterOperator: 'has', filterValue: 'auditor' };
    const { body } = await admin.browser.send(
      'GET',
      `/admin/list-users?${new URLSearchParams(wanted).toString()}`,
    );
    expect(body.users.map(({ email }: { email: string }) => email)).toEqual(['user-7@example.com']);
  });
});
