/** Access rules for rows of organizations: services scope every read and write through this module. */
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import { kitErrors, refuseField } from '../errors.ts';
import type { RowStep } from '../http/endpoint.ts';
import { findMembership, findMemberships, type MembershipCopy } from './memberships.ts';

/**
 * Returns the organizations whose rows a list may show: the token's own, or all of the user (for an OAuth client, of
 * the user it acts for), narrowed to `wanted` (the list's filter) if set. May be empty.
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
 * Returns the caller's rights in an organization, or null if it has none. An organization access token may manage its
 * organization, within its scopes; an OAuth client that acts for a user has the user's current rights.
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

/** Whether the caller has access to an organization. */
export const mayRead = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<boolean> => (await rightsIn(copy, caller, organizationId)) !== null;

/** Throws ResourceNotFound unless the caller has access to the organization. */
export const requireReader = async (
  copy: MembershipCopy,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (!(await mayRead(copy, caller, organizationId))) throw kitErrors.ResourceNotFound();
};

/** Throws ResourceNotFound outside the caller's organizations, NotPermitted for members who may not manage. */
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

/** Finds a row by the path parameters. Null if there is none. */
type Find<Params, Row> = (em: EntityManager, params: Params) => Promise<Row | null>;

/** An endpoint's row step: finds the row for members of its organization and for the organization's tokens. */
export const readable =
  <Params, Row extends Owned>(copy: MembershipCopy, find: Find<Params, Row>): RowStep<Params, Row> =>
  async ({ params, caller }) => {
    const row = await find(copy.db.manager, params);
    if (!row) throw kitErrors.ResourceNotFound();
    await requireReader(copy, caller, row.organizationId);
    return row;
  };

/** As `readable`, for callers who may manage the organization. */
export const manageable =
  <Params, Row extends Owned>(copy: MembershipCopy, find: Find<Params, Row>): RowStep<Params, Row> =>
  async ({ params, caller }) => {
    const row = await find(copy.db.manager, params);
    if (!row) throw kitErrors.ResourceNotFound();
    await requireManager(copy, caller, row.organizationId);
    return row;
  };

/**
 * Returns the organization of a new object. A token's own, which the body must not name; a user, or an OAuth client
 * acting for one, must name an organization that the user may manage (contracts/billing.md, section 1).
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
