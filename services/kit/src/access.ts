/** Who may see and change what belongs to an organization: every read and write of a service is scoped through here. */
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { RowStep } from './endpoint.ts';
import { kitErrors, refuseField } from './errors.ts';
import { findMembership, findMemberships, type MembershipCopy } from './memberships.ts';

/**
 * The organizations whose rows a list may show: the token's one, or those of the user who calls or is acted for, narrowed to `wanted`
 * (the list's filter) when given. May be empty: then the list is empty.
 */
export const readableOrganizations = async (
  copy: MembershipCopy,
  caller: Caller,
  wanted?: readonly string[],
): Promise<string[]> => {
  const named = wanted && new Set(wanted);
  if (caller.kind === 'anonymous' || caller.kind === 'customer') return [];
  if (caller.kind === 'token')
    return !named || named.has(caller.organizationId) ? [caller.organizationId] : [];
  if (!named) return (await findMemberships(copy, caller.userId)).map((row) => row.organizationId);
  const found = await Promise.all(
    [...named].map((organizationId) => findMembership(copy, caller.userId, organizationId)),
  );
  return found.flatMap((membership) => membership?.organizationId ?? []);
};

/**
 * The caller's rights in an organization; null: none. An access token acts for its organization with its scopes; an OAuth client
 * that acts for a user has those that the user has now.
 */
const rightsIn = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<{ canManage: boolean } | null> => {
  if (caller.kind === 'user' || caller.kind === 'user-token')
    return findMembership(copy, caller.userId, organizationId);
  return caller.kind === 'token' && caller.organizationId === organizationId ? { canManage: true } : null;
};

/** Whether the caller belongs to an organization. */
export const mayRead = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<boolean> => (await rightsIn(copy, caller, organizationId)) !== null;

/** Throws ResourceNotFound for what belongs to an organization the caller does not belong to. */
export const requireReader = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (!(await mayRead(copy, caller, organizationId))) throw kitErrors.ResourceNotFound();
};

/** Throws ResourceNotFound outside the caller's organizations, and NotPermitted for members who may not manage. */
export const requireManager = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  const rights = await rightsIn(copy, caller, organizationId);
  if (!rights) throw kitErrors.ResourceNotFound();
  if (!rights.canManage) throw kitErrors.NotPermitted();
};

/** A row that belongs to an organization. */
type Owned = { organizationId: string };

/** How rows are found by what a path names; null: there is none. */
type Find<Params, Row> = (em: EntityManager, params: Params) => Promise<Row | null>;

/** The step of an endpoint that finds its row for members of the row's organization and for the organization's tokens. */
export const readable =
  <Params, Row extends Owned>(copy: MembershipCopy, find: Find<Params, Row>): RowStep<Params, Row> =>
  async ({ params, caller }) => {
    const row = await find(copy.db.manager, params);
    if (!row) throw kitErrors.ResourceNotFound();
    await requireReader(copy, caller, row.organizationId);
    return row;
  };

/** The same for who may manage the organization. */
export const manageable =
  <Params, Row extends Owned>(copy: MembershipCopy, find: Find<Params, Row>): RowStep<Params, Row> =>
  async ({ params, caller }) => {
    const row = await find(copy.db.manager, params);
    if (!row) throw kitErrors.ResourceNotFound();
    await requireManager(copy, caller, row.organizationId);
    return row;
  };

/**
 * The organization that a new thing belongs to: the token's own, which then must not be named in the body; a user
 * names it, or an OAuth client that acts for them does, and they must be allowed to manage it (contracts/billing.md, section 1).
 */
export const organizationOfCreate = async (
  copy: MembershipCopy,
  caller: Caller,
  named: string | null | undefined,
): Promise<string> => {
  const loc = ['body', 'organization_id'];
  if (caller.kind === 'token') {
    if (named)
      throw refuseField(
        loc,
        'Must be omitted: an organization access token already determines the organization.',
        'organization_token',
      );
    return caller.organizationId;
  }
  if (!named) throw refuseField(loc, 'Field required', 'missing');
  const rights = await rightsIn(copy, caller, named);
  if (!rights) throw refuseField(loc, 'Organization not found.');
  if (!rights.canManage) throw kitErrors.NotPermitted();
  return named;
};
