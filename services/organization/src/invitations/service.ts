/** Queries and state changes of invitations. */
import { emit } from '@tessera/kit/events/outbox';
import { id } from '@tessera/proto/api/fields';
import {
  invitationAccepted,
  invitationCanceled,
  invitationRejected,
} from '@tessera/proto/events/organization';
import { type EntityManager, MoreThan } from 'typeorm';
import type { OrganizationParts } from '../organization.ts';
import { InvitationEntity, type InvitationRow } from './entity.ts';
import { invitationMessage } from './view.ts';

const openFirst = `CASE WHEN invitation.status = 'pending' AND invitation.expiresAt > :now THEN 0 ELSE 1 END`;

/** Queries the invitations of an organization: open ones first, each group newest first. */
export const queryInvitations = ({ db, now }: OrganizationParts, organizationId: string) =>
  db.manager
    .createQueryBuilder(InvitationEntity, 'invitation')
    .where('invitation.organizationId = :organizationId', { organizationId })
    .setParameter('now', now())
    .orderBy(openFirst)
    .addOrderBy('invitation.createdAt', 'DESC')
    .addOrderBy('invitation.id', 'DESC');

/**
 * Returns the invitations of an organization in all states, oldest first, as in the contract. Beyond the maximum,
 * open ones are kept first, then the newest.
 */
export const listInvitations = async (
  parts: OrganizationParts,
  organizationId: string,
): Promise<InvitationRow[]> => {
  const rows = await queryInvitations(parts, organizationId).limit(parts.maxListed).getMany();
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
};

/** Returns an invitation, or null, also for a malformed id. */
export const findInvitation = async (
  em: EntityManager,
  invitationId: string,
): Promise<InvitationRow | null> =>
  id.safeParse(invitationId).success ? em.findOneBy(InvitationEntity, { id: invitationId }) : null;

/** Returns the open invitations of an organization, or those for one address (in lower case). */
export const findOpenInvitations = (
  em: EntityManager,
  { now }: OrganizationParts,
  of: { organizationId: string; email?: string },
): Promise<InvitationRow[]> =>
  em.findBy(InvitationEntity, { ...of, status: 'pending', expiresAt: MoreThan(now()) });

/** Returns the number of an organization's open invitations. */
export const countOpenInvitations = (
  em: EntityManager,
  { now }: OrganizationParts,
  organizationId: string,
): Promise<number> =>
  em.countBy(InvitationEntity, { organizationId, status: 'pending', expiresAt: MoreThan(now()) });

const hour = 3_600_000;

/** Returns the seconds until an organization may invite again; 0: now. Each invitation counts for an hour. */
export const untilNextInvitation = async (
  em: EntityManager,
  { options, now }: OrganizationParts,
  organizationId: string,
): Promise<number> => {
  const since = now().getTime() - hour;
  const [oldest] = await em.find(InvitationEntity, {
    where: { organizationId, createdAt: MoreThan(new Date(since)) },
    order: { createdAt: 'DESC', id: 'DESC' },
    skip: options.invitationsPerHour - 1,
    take: 1,
  });
  return oldest ? Math.max(1, Math.ceil((oldest.createdAt.getTime() - since) / 1000)) : 0;
};

/** Each event carries the invitation with its new status. */
const eventOfStatus = {
  accepted: invitationAccepted,
  rejected: invitationRejected,
  canceled: invitationCanceled,
};

/** Moves an invitation to a final status and emits its event. */
export const closeInvitation = async (
  em: EntityManager,
  invitation: InvitationRow,
  status: keyof typeof eventOfStatus,
): Promise<InvitationRow> => {
  const row = { ...invitation, status };
  await em.update(InvitationEntity, { id: row.id }, { status });
  await emit(em, eventOfStatus[status] as typeof invitationAccepted, { invitation: invitationMessage(row) });
  return row;
};

/** Cancels the open invitations of an organization that is being deleted. */
export const endInvitations = async (
  em: EntityManager,
  parts: OrganizationParts,
  organizationId: string,
): Promise<void> => {
  for (const invitation of await findOpenInvitations(em, parts, { organizationId }))
    await closeInvitation(em, invitation, 'canceled');
};

/** Clears a team that is being deleted from its invitations. */
export const removeTeamFromInvitations = async (em: EntityManager, teamId: string): Promise<void> => {
  await em.update(InvitationEntity, { teamId }, { teamId: null });
};
