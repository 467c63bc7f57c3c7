/**
 * Mails to members of an organization about its sales. Addition to the contract; two names are of later versions of
 * the API.
 */
import { z } from 'zod';
import { id } from '../fields.ts';

const choices = <Choice extends z.ZodType>(choice: Choice) => ({
  /** A product was purchased once, not as a subscription. */
  newOrder: choice,
  newSubscription: choice,
  subscriptionCanceled: choice,
  /** A renewal could not be charged. */
  paymentFailed: choice,
  /** An order was refunded. */
  refund: choice,
});

/** The caller's own settings in an organization. */
export const NotificationSettings = z.object({ organizationId: z.string(), ...choices(z.boolean()) });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** Types of notifications. */
export type Notification = Exclude<keyof NotificationSettings, 'organizationId'>;

export const NotificationSettingsQuery = z.object({ organizationId: id });
export type NotificationSettingsQuery = z.output<typeof NotificationSettingsQuery>;

/** Changes to the settings. Absent: unchanged. `locale`: the language of the caller's mails. */
export const NotificationSettingsUpdate = z.object({
  organizationId: id,
  ...choices(z.boolean().optional()),
  locale: z.string().max(35).optional(),
});
export type NotificationSettingsUpdate = z.output<typeof NotificationSettingsUpdate>;
