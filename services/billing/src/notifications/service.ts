/** Members' settings of mails about the sales of an organization. */
import { requireReader } from '@tessera/kit/access/rules';
import { kitErrors } from '@tessera/kit/errors';
import type {
  Notification,
  NotificationSettings,
  NotificationSettingsQuery,
  NotificationSettingsUpdate,
} from '@tessera/proto/api/billing/notification-settings';
import type { Caller } from '@tessera/proto/api/passport';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../billing.ts';
import { findReaders, NotificationSettingsEntity, type NotificationSettingsRow } from './entity.ts';

/** The default is no mails: the dashboard shows everything, and busy sellers would get too many. */
const none = {
  newOrder: false,
  newSubscription: false,
  subscriptionCanceled: false,
  paymentFailed: false,
  refund: false,
};

/** Returns the user id. Settings belong to users: access tokens have none. Throws NotPermitted, ResourceNotFound. */
const memberOf = async (billing: Billing, caller: Caller, organizationId: string): Promise<string> => {
  await requireReader(billing, caller, organizationId);
  if (caller.kind !== 'user') throw kitErrors.NotPermitted();
  return caller.userId;
};

const find = (
  em: EntityManager,
  key: { organizationId: string; userId: string },
): Promise<NotificationSettingsRow | null> => em.findOneBy(NotificationSettingsEntity, key);

const view = (organizationId: string, row: NotificationSettingsRow | null): NotificationSettings => {
  const { newOrder, newSubscription, subscriptionCanceled, paymentFailed, refund } = row ?? none;
  return { organizationId, newOrder, newSubscription, subscriptionCanceled, paymentFailed, refund };
};

export const getNotificationSettings = async (
  billing: Billing,
  caller: Caller,
  { organizationId }: NotificationSettingsQuery,
): Promise<NotificationSettings> => {
  const userId = await memberOf(billing, caller, organizationId);
  return view(organizationId, await find(billing.db.manager, { organizationId, userId }));
};

export const updateNotificationSettings = async (
  billing: Billing,
  caller: Caller,
  { organizationId, locale, ...changes }: NotificationSettingsUpdate,
): Promise<NotificationSettings> => {
  const userId = await memberOf(billing, caller, organizationId);
  const key = { organizationId, userId };
  return billing.db.transaction(async (em) => {
    const modifiedAt = billing.now();
    await em
      .createQueryBuilder()
      .insert()
      .into(NotificationSettingsEntity)
      .values({ ...key, ...none, modifiedAt, locale: null })
      .orIgnore()
      .execute();
    await em.update(NotificationSettingsEntity, key, { ...changes, ...(locale && { locale }), modifiedAt });
    return view(organizationId, await find(em, key));
  });
};

/** Returns the members who want to be notified, with their language. */
export const findNotifiedReaders = (
  { db }: Billing,
  wanted: { organizationId: string; about: Notification },
): Promise<{ userId: string; locale: string | null }[]> => findReaders(db.manager, wanted);
