import { on, type Stoppable } from '@tessera/kit/bus';
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
import type { Billing } from '../../billing.ts';
import { endMemberships, storeMembership } from './entity.ts';

type Message = {
  id: string;
  organizationId: string;
  userId: string;
  role: string;
  canManage: boolean;
  revision: bigint;
};

/** Keeps the copy of memberships. The revision guard makes each handler safe to run twice. */
export const consumeMemberships = ({ db, bus }: Billing): Promise<Stoppable> => {
  const store = async (membership: Message | undefined, isDeleted: boolean) =>
    membership &&
    storeMembership(db.manager, { ...membership, isDeleted, revision: String(membership.revision) });
  return bus.consume({
    name: 'memberships',
    begin: 'with the stream',
    on: [
      on(membershipCreated, ({ membership }) => store(membership, false)),
      on(membershipUpdated, ({ membership }) => store(membership, false)),
      on(membershipDeleted, ({ membership }) => store(membership, true)),
      on(organizationDeleted, ({ organizationId }) => endMemberships(db.manager, organizationId)),
    ],
  });
};
