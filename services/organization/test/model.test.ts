/**
 * Random lives of organizations: several people create, invite, accept, change roles, remove, leave and delete, one
 * after another (every answer is the model's) and some at once (whatever came of it, the invariants hold).
 */
import type { UserCaller } from '@tessera/proto/api/passport';
import fc from 'fast-check';
import { current } from './client.ts';
import { freshSlug, type OrganizationStack, signIn, startOrganization } from './factories.ts';
import {
  expectedOf,
  mayInModel,
  membershipLimit,
  type Person,
  people,
  roles,
  type Slot,
  type State,
  type Step,
  slots,
} from './model.ts';

let started: OrganizationStack;
beforeAll(async () => {
  started = await startOrganization({ membershipLimit });
});
afterAll(() => started.stack.stop());

type Life = { persons: UserCaller[]; ids: Map<Slot, string>; state: State };

const born = (): Life => ({
  persons: people.map(() => signIn(started.identity)),
  ids: new Map(),
  state: { organizations: new Map(), active: new Map(people.map((person) => [person, null])) },
});

const personOf = ({ persons }: Life, person: Person): UserCaller => {
  const found = persons[person];
  if (!found) throw new Error('nobody');
  return found;
};

const post = (life: Life, by: Person, [route, body]: [string, Record<string, unknown>]) =>
  started.send('POST', `/api/auth/organization/${route}`, {
    as: current(started, personOf(life, by)),
    body,
  });

const queryOne = async (sql: string, values: unknown[]): Promise<string> =>
  ((await started.stack.db.query(sql, values)) as { id: string }[])[0]?.id ?? 'nobody';

const memberId = (life: Life, at: Slot, person: Person) =>
  queryOne('SELECT id FROM members WHERE organization_id = $1 AND user_id = $2', [
    life.ids.get(at),
    personOf(life, person).userId,
  ]);

const openInvitation = (life: Life, at: Slot, person: Person) =>
  queryOne(`SELECT id FROM invitations WHERE organization_id = $1 AND email = $2 AND status = 'pending'`, [
    life.ids.get(at),
    personOf(life, person).email,
  ]);

/** The request that a step is. */
const requestOf = async (life: Life, step: Step): Promise<[string, Record<string, unknown>]> => {
  const organizationId = life.ids.get(step.at);
  const { at } = step;
  switch (step.kind) {
    case 'create':
      return ['create', { name: 'Shop', slug: freshSlug() }];
    case 'activate':
      return ['set-active', { organizationId }];
    case 'delete':
      return ['delete', { organizationId }];
    case 'leave':
      return ['leave', { organizationId }];
    case 'accept':
      return ['accept-invitation', { invitationId: await openInvitation(life, at, step.by) }];
    case 'reject':
      return ['reject-invitation', { invitationId: await openInvitation(life, at, step.by) }];
    case 'cancel':
      return ['cancel-invitation', { invitationId: await openInvitation(life, at, step.whom) }];
    case 'invite': {
      const email = personOf(life, step.whom).email.toUpperCase();
      return ['invite-member', { email, role: step.role, organizationId }];
    }
    case 'remove':
      return ['remove-member', { memberIdOrEmail: await memberId(life, at, step.whom), organizationId }];
    case 'changeRole':
      return [
        'update-member-role',
        { memberId: await memberId(life, at, step.whom), role: step.role, organizationId },
      ];
    default:
      throw new Error('an unknown step');
  }
};

const take = async (life: Life, step: Step): Promise<number> => {
  const reply = await post(life, step.by, await requestOf(life, step));
  if (step.kind === 'create' && reply.status === 200) life.ids.set(step.at, reply.body.id as string);
  return reply.status;
};

/** The state as the rows have it. */
const observe = async (life: Life): Promise<State> => {
  const state: State = { organizations: new Map(), active: new Map() };
  const who = new Map(people.map((person) => [personOf(life, person).userId, person]));
  const whose = new Map(people.map((person) => [personOf(life, person).email, person]));
  for (const [at, id] of life.ids) {
    const alive = await started.stack.db.query('SELECT 1 FROM organizations WHERE id = $1', [id]);
    if ((alive as unknown[]).length === 0) continue;
    const members = (await started.stack.db.query(
      'SELECT user_id, role FROM members WHERE organization_id = $1',
      [id],
    )) as { user_id: string; role: string }[];
    const invited = (await started.stack.db.query(
      `SELECT email, role, inviter_id FROM invitations WHERE organization_id = $1 AND status = 'pending'`,
      [id],
    )) as { email: string; role: string; inviter_id: string }[];
    state.organizations.set(at, {
      members: new Map(members.flatMap(({ user_id, role }) => pair(who.get(user_id), role))),
      invited: new Map(
        invited.flatMap(({ email, role, inviter_id }) =>
          pair(whose.get(email), { role, from: who.get(inviter_id) ?? 0 }),
        ),
      ),
    });
  }
  for (const person of people) {
    const active = started.identity.active.get(personOf(life, person).sessionId) ?? null;
    const found = [...life.ids].find(([, id]) => id === active);
    state.active.set(person, found ? found[0] : null);
  }
  return state;
};

const pair = <Value>(person: Person | undefined, value: Value): [Person, Value][] =>
  person === undefined ? [] : [[person, value]];

const expectInvariants = ({ organizations, active }: State): void => {
  for (const { members } of organizations.values()) {
    expect([...members.values()].some((role) => role.split(',').includes('owner'))).toBe(true);
    expect(members.size).toBeLessThanOrEqual(membershipLimit);
  }
  for (const [person, at] of active)
    if (at !== null) expect(organizations.get(at)?.members.has(person)).toBe(true);
};

const expectPermissions = async (
  life: Life,
  [resource, action]: readonly [string, string],
): Promise<void> => {
  for (const [at, { members }] of life.state.organizations)
    for (const person of people) {
      const organizationId = life.ids.get(at);
      const reply = await post(life, person, [
        'has-permission',
        { permissions: { [resource]: [action] }, organizationId },
      ]);
      const role = members.get(person);
      if (role === undefined) expect(reply.status).toBe(401);
      else expect(reply.body).toEqual({ error: null, success: mayInModel(role, resource, action) });
    }
};

const by = fc.constantFrom(...people);
const at = fc.constantFrom(...slots);
const role = fc.constantFrom(...roles);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), by, at }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('invite' as const), by, at, whom: by, role }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('accept' as const), by, at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('changeRole' as const), by, at, whom: by, role }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('remove' as const, 'cancel' as const), by, at, whom: by }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('leave' as const, 'leave' as const, 'activate' as const, 'reject' as const),
      by,
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), by, at }) },
);
const permission = fc.constantFrom(
  ['organization', 'update'] as const,
  ['organization', 'delete'] as const,
  ['member', 'delete'] as const,
  ['invitation', 'create'] as const,
);

describe('the life of organizations', () => {
  it('goes as the model says, step by step', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 40 }),
        permission,
        async (steps, wanted) => {
          const life = born();
          await take(life, { kind: 'create', by: 0, at: 0 });
          expectedOf(life.state, { kind: 'create', by: 0, at: 0 });
          for (const next of steps) {
            const expected = expectedOf(life.state, next);
            if (expected === null) continue;
            expect([next, await take(life, next)]).toEqual([next, expected]);
            const seen = await observe(life);
            expect(seen).toEqual(life.state);
            expectInvariants(seen);
          }
          await expectPermissions(life, wanted);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('keeps its invariants when several act at once', async () => {
    const together = fc.array(fc.array(step, { minLength: 2, maxLength: 4 }), {
      minLength: 6,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(together, permission, async (rounds, wanted) => {
        const life = born();
        await take(life, { kind: 'create', by: 0, at: 0 });
        for (const whom of [1, 2] as const) {
          await take(life, { kind: 'invite', by: 0, at: 0, whom, role: 'member,owner' });
          await take(life, { kind: 'accept', by: whom, at: 0 });
        }
        for (const round of rounds) {
          const sensible = round.filter((one) => life.ids.has(one.at) !== (one.kind === 'create'));
          const statuses = await Promise.all(sensible.map((one) => take(life, one)));
          for (const status of statuses) expect(status).toBeLessThan(500);
          life.state = await observe(life);
          expectInvariants(life.state);
        }
        await expectPermissions(life, wanted);
      }),
      { numRuns: 12 },
    );
  });
});
