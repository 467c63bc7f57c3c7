/** Which mails a member of an organization gets about its sales (ours; later versions of the API have two of the names). */
import { z } from 'zod';
import { id } from '../fields.ts';

const choices = <Choice extends z.ZodType>(choice: Choice) => ({
  /** Something that is sold once was bought. */
  newOrder: choice,
  newSubscription: choice,
  subscriptionCanceled: choice,
  /** A renewal could not be charged. */
  paymentFailed: choice,
  /** Money of an order went back. */
  refund: choice,
});

/** One's own settings in an organization. */
export const NotificationSettings = z.object({ organizationId: z.string(), ...choices(z.boolean()) });
export type NotificationSettings = z.infer<typeof NotificationSettings>;

/** What a mail can be about. */
export type Notification = Exclude<keyof NotificationSettings, 'organizationId'>;

/** In which organization. */
export const NotificationSettingsQuery = z.object({ organizationId: id });
export type NotificationSettingsQuery = z.output<typeof NotificationSettingsQuery>;

/** What is absent stays as it is. `locale`: the reader's language, in which the mails are then written. */
export const NotificationSettingsUpdate = z.object({
  organizationId: id,
  ...choices(z.boolean().optional()),
  locale: z.string().max(35).optional(),
});
export type NotificationSettingsUpdate = z.output<typeof NotificationSettingsUpdate>;
