/** An organization with a user in every role, each with the unmodified client. */
import type { UserCaller } from '@tessera/proto/api/passport';
import { type Answer, organizationOf } from './client.ts';
import { addMember, freshSlug, type OrganizationStack, signIn } from './factories.ts';

/** Returns status and message (`400 Message`), or only the status for a response without a body. */
export const saidBy = ({ error }: Answer): string => {
  if (!error) return 'no error';
  if (error.message === undefined) return `${error.status}`;
  const code = error.message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '');
  expect(error.code).toBe(error.status === 400 && error.code === 'VALIDATION_ERROR' ? error.code : code);
  return `${error.status} ${error.message}`;
};

/** Creates an organization with an owner, an admin, a member, an outsider, and their clients. */
export const team = async (at: OrganizationStack) => {
  const people = Object.fromEntries(
    ['owner', 'admin', 'member', 'outsider'].map((name) => [name, signIn(at.identity)]),
  ) as Record<'owner' | 'admin' | 'member' | 'outsider', UserCaller>;
  const as = (name: keyof typeof people | 'anonymous') => {
    const client = organizationOf(at, name === 'anonymous' ? null : people[name]);
    return (method: string, args?: unknown) => client.call(method, args);
  };
  const { data } = await as('owner')('create', {
    name: 'Shop',
    slug: freshSlug(),
    metadata: { plan: 'pro' },
  });
  const organizationId = data.id as string;
  const ids = { owner: data.members[0].id as string, admin: '', member: '' };
  for (const role of ['admin', 'member'] as const) {
    ids[role] = await addMember(at, organizationId, { userId: people[role].userId, role });
    await as(role)('setActive', { organizationId });
  }
  return { at, people, as, organizationId, slug: data.slug as string, ids };
};
export type Team = Awaited<ReturnType<typeof team>>;

export const invite = async ({ as, organizationId }: Team, person: UserCaller, more: object = {}) => {
  const { data, error } = await as('owner')('inviteMember', {
    organizationId,
    email: person.email.toUpperCase(),
    role: 'member',
    ...more,
  });
  expect(error).toBeNull();
  return data;
};
