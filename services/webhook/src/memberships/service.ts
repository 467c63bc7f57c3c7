/** Who may see and change an organization's webhooks. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { runPrepared } from '@tessera/kit/sql';
import { askMembership, askMemberships, type MembershipFacts } from '@tessera/proto/api/asks';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Webhook } from '../webhook.ts';
import { type Membership, membershipEntity, placesOfUser, upsertMembership } from './entity.ts';

type Place = Pick<Membership, 'organizationId' | 'canManage'>;

/** The organizations whose webhooks a caller may read; only those of `among`, where given. */
export const readableOrganizations = async (
  webhook: Webhook,
  caller: Caller,
  among?: string[],
): Promise<string[]> => {
  if (caller.kind === 'anonymous' || caller.kind === 'customer') return [];
  const named = among && new Set(among);
  if (caller.kind === 'token')
    return !named || named.has(caller.organizationId) ? [caller.organizationId] : [];
  if (named) {
    const places = await Promise.all(
      [...named].map((organizationId) => findPlace(webhook, caller.userId, organizationId)),
    );
    return places.flatMap((place) => (place ? [place.organizationId] : []));
  }
  const known = await runPrepared<Place>(webhook.db, placesOfUser, [caller.userId]);
  const places = known.length > 0 ? known : await askAllPlaces(webhook, caller.userId);
  return places.map(({ organizationId }) => organizationId);
};

/** Throws ResourceNotFound unless the caller belongs to the organization, and NotPermitted unless it may change it. */
export const requireManager = async (
  webhook: Webhook,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  const place = await placeOf(webhook, caller, organizationId);
  if (!place) throw kitErrors.ResourceNotFound();
  if (!place.canManage) throw kitErrors.NotPermitted();
};

/** Throws ResourceNotFound unless the caller belongs to the organization. */
export const requireReader = async (
  webhook: Webhook,
  caller: Caller,
  organizationId: string,
): Promise<void> => {
  if (!(await placeOf(webhook, caller, organizationId))) throw kitErrors.ResourceNotFound();
};

/**
 * The organization that something is made for: an access token's own, or the one that a user names.
 * (contracts/billing.md, section 1: organization scoping)
 */
export const organizationFor = async (
  webhook: Webhook,
  caller: Caller,
  named: string | null | undefined,
): Promise<string> => {
  const loc = ['body', 'organization_id'];
  if (caller.kind === 'token') {
    if (named)
      throw refuseField(
        loc,
        'Leave it out: the access token belongs to an organization',
        'organization_token',
      );
    return caller.organizationId;
  }
  if (!named) throw refuseField(loc, 'Field required', 'missing');
  const place = await placeOf(webhook, caller, named);
  if (!place) throw refuseField(loc, 'Organization not found.');
  if (!place.canManage) throw kitErrors.NotPermitted();
  return named;
};

/** Ends all memberships of an organization that is gone. */
export const endMemberships = (em: EntityManager, organizationId: string): Promise<unknown> =>
  em.update(membershipEntity, { organizationId }, { isDeleted: true, canManage: false });

const placeOf = async (
  webhook: Webhook,
  caller: Caller,
  organizationId: string,
): Promise<Place | undefined> => {
  if (caller.kind === 'anonymous' || caller.kind === 'customer') return undefined;
  if (caller.kind === 'user') return findPlace(webhook, caller.userId, organizationId);
  return caller.organizationId === organizationId ? { organizationId, canManage: true } : undefined;
};

/** From the copy, or asked for: a user sees an organization in the moment after joining it. */
const findPlace = async (
  webhook: Webhook,
  userId: string,
  organizationId: string,
): Promise<Place | undefined> => {
  const known = await webhook.db
    .getRepository(membershipEntity)
    .findOneBy({ userId, organizationId, isDeleted: false });
  if (known) return known;
  const told = await webhook.bus.ask(askMembership, { userId, organizationId });
  if (!told) return undefined;
  await saveAnswer(webhook, told);
  return told;
};

const askAllPlaces = async (webhook: Webhook, userId: string): Promise<Place[]> => {
  const told = await webhook.bus.ask(askMemberships, { userId });
  for (const facts of told) await saveAnswer(webhook, facts);
  await webhook.db.query('INSERT INTO asked_memberships (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    userId,
  ]);
  // With what events have told meanwhile.
  return runPrepared<Place>(webhook.db, placesOfUser, [userId]);
};

const saveAnswer = (webhook: Webhook, facts: MembershipFacts): Promise<unknown> =>
  webhook.db.query(upsertMembership, [
    facts.id,
    facts.organizationId,
    facts.userId,
    facts.canManage,
    false,
    '0',
  ]);
