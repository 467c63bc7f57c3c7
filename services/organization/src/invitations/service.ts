/** Invitations to an organization. */
import type { Service } from '../service.ts';
import { InvitationEntity, type InvitationRow } from './entity.ts';

const mostListed = 100;

/** The invitations of an organization in all states, oldest first. */
export const listInvitations = ({ db }: Service, organizationId: string): Promise<InvitationRow[]> =>
  db.getRepository(InvitationEntity).find({
    where: { organizationId },
    order: { createdAt: 'ASC', id: 'ASC' },
    take: mostListed,
  });
