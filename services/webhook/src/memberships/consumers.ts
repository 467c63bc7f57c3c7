/** Keeps the copy of memberships, in the order in which organization told of them. */
import { on, type Stoppable } from '@tessera/kit/bus';
import {
  membershipCreated,
  membershipDeleted,
  membershipUpdated,
  organizationDeleted,
} from '@tessera/proto/events/organization';
import type { Webhook } from '../webhook.ts';
import { upsertMembership } from './entity.ts';
import { endMemberships } from './service.ts';

type News = {
  membership?:
    | { id: string; organizationId: string; userId: string; canManage: boolean; revision: bigint }
    | undefined;
};

export const consumeMemberships = (webhook: Webhook): Promise<Stoppable> => {
  // The revision guards against repetition, so the inbox is not needed.
  const keep =
    (isDeleted: boolean) =>
    async ({ membership }: News) => {
      if (!membership) return;
      const { id, organizationId, userId, canManage, revision } = membership;
      const values = [id, organizationId, userId, canManage && !isDeleted, isDeleted, String(revision)];
      await webhook.db.query(upsertMembership, values);
    };
  return webhook.bus.consume({
    name: 'memberships',
    begin: 'with the stream',
    on: [
      on(membershipCreated, keep(false)),
      on(membershipUpdated, keep(false)),
      on(membershipDeleted, keep(true)),
      on(organizationDeleted, ({ organizationId }) => endMemberships(webhook.db.manager, organizationId)),
    ],
  });
};
