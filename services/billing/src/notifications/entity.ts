/** Rows of members' notification settings for sales. Without a row, a member gets no mails. */
import { column } from '@tessera/kit/database/data-source';
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { runOn } from '@tessera/kit/database/sql';
import type { Notification } from '@tessera/proto/api/billing/notification-settings';
import { type EntityManager, EntitySchema } from 'typeorm';

export type NotificationSettingsRow = Record<Notification, boolean> & {
  organizationId: string;
  userId: string;
  modifiedAt: Date;
  locale: string | null;
};

const names: Record<Notification, string> = {
  newOrder: 'new_order',
  newSubscription: 'new_subscription',
  subscriptionCanceled: 'subscription_canceled',
  paymentFailed: 'payment_failed',
  refund: 'refund',
};

export const NotificationSettingsEntity = new EntitySchema<NotificationSettingsRow>({
  name: 'notificationSettings',
  tableName: 'notification_settings',
  columns: {
    organizationId: { ...column.uuid('organization_id'), primary: true },
    userId: column.text('user_id', { primary: true }),
    modifiedAt: column.time('modified_at'),
    locale: column.text('locale', { nullable: true }),
    newOrder: column.bool(names.newOrder),
    newSubscription: column.bool(names.newSubscription),
    subscriptionCanceled: column.bool(names.subscriptionCanceled),
    paymentFailed: column.bool(names.paymentFailed),
    refund: column.bool(names.refund),
  },
});

/** Returns the members of the organization who want to be notified, with their language. */
export const findReaders = async (
  em: EntityManager,
  { organizationId, about }: { organizationId: string; about: Notification },
): Promise<Reader[]> => (await readersOf[about](em, [organizationId])).get(organizationId) ?? [];

type Reader = { userId: string; locale: string | null };

/** By organization; concurrent lookups are batched. */
const readReaders = (about: Notification) =>
  readByIds(async (em, organizationIds) => {
    const rows = await runOn<Reader & { organizationId: string }>(
      em,
      `SELECT s.organization_id AS "organizationId", s.user_id AS "userId", s.locale FROM notification_settings s
       WHERE s.organization_id = ANY(ARRAY(SELECT unnest($1::uuid[]))) AND s.${names[about]} AND EXISTS (
         SELECT FROM memberships m
         WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id AND NOT m.is_deleted)`,
      [organizationIds],
    );
    return Map.groupBy(rows, (row) => row.organizationId);
  });

const readersOf = {
  newOrder: readReaders('newOrder'),
  newSubscription: readReaders('newSubscription'),
  subscriptionCanceled: readReaders('subscriptionCanceled'),
  paymentFailed: readReaders('paymentFailed'),
  refund: readReaders('refund'),
} satisfies Record<Notification, ReturnType<typeof readReaders>>;

/** Deletes the settings of those who have left. A membership that this service has not heard of yet is no reason. */
export const purgeSettings = (em: EntityManager): Promise<unknown> =>
  em.query(
    `DELETE FROM notification_settings s USING memberships gone
     WHERE gone.user_id = s.user_id AND gone.organization_id = s.organization_id AND gone.is_deleted AND NOT EXISTS (
       SELECT FROM memberships m
       WHERE m.user_id = s.user_id AND m.organization_id = s.organization_id AND NOT m.is_deleted)`,
  );
