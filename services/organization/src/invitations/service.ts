/** Invitations to an organization. */
import { emit } from '@tessera/kit/outbox';
import { id } from '@tessera/proto/api/fields';
import {
  invitationAccepted,
  invitationCanceled,
  invitationRejected,
} from '@tessera/proto/events/organization';
import { type EntityManager, MoreThan } from 'typeorm';
import type { Service } from '../service.ts';
import { InvitationEntity, type InvitationRow } from './entity.ts';
import { invitationMessage } from './view.ts';

const mostListed = 100;

/** The invitations of an organization in all states, oldest first. */
export const listInvitations = ({ db }: Service, organizationId: string): Promise<InvitationRow[]> =>
  db.getRepository(InvitationEntity).find({
    where: { organizationId },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: mostListed,
  });

/** Finds an invitation; an id that cannot be one finds nothing. */
export const findInvitation = async (
  em: EntityManager,
  invitationId: string,
): Promise<InvitationRow | null> =>
  id.safeParse(invitationId).success
    ? em.getRepository(InvitationEntity).findOneBy({ id: invitationId })
    : null;

/** The open invitations of an organization, or only those of one address (in lower case). */
export const findOpenInvitations = (
  em: EntityManager,
  { now }: Service,
  of: { organizationId: string; email?: string },
): Promise<InvitationRow[]> =>
  em.getRepository(InvitationEntity).findBy({ ...of, status: 'pending', expiresAt: MoreThan(now()) });

/** Each carries the invitation as it is now. */
const told = {
  accepted: invitationAccepted,
  rejected: invitationRejected,
  canceled: invitationCanceled,
};

/** Moves an invitation to its end and says so. */
export const closeInvitation = async (
  em: EntityManager,
  invitation: InvitationRow,
  status: keyof typeof told,
): Promise<InvitationRow> => {
  const row = { ...invitation, status };
  await em.getRepository(InvitationEntity).update({ id: row.id }, { status });
  await emit(em, told[status] as typeof invitationAccepted, { invitation: invitationMessage(row) });
  return row;
};

/** Cancels what is open of an organization that is being deleted. */
export const endInvitations = async (
  em: EntityManager,
  service: Service,
  organizationId: string,
): Promise<void> => {
  for (const invitation of await findOpenInvitations(em, service, { organizationId }))
    await closeInvitation(em, invitation, 'canceled');
};

/** Lets invitations go on without a team that is being removed. */
export const forgetTeam = async (em: EntityManager, teamId: string): Promise<void> => {
  await em.getRepository(InvitationEntity).update({ teamId }, { teamId: null });
};
