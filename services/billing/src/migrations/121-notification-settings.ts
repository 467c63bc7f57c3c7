import type { Migration } from '@tessera/kit/database/data-source';

/** Which mails members get about sales; who has no row gets none. `locale`: their language when they chose. */
export const notificationSettingsMigration: Migration = {
  name: '121-notification-settings',
  sql: `
    CREATE TABLE notification_settings (
      organization_id uuid NOT NULL,
      user_id text NOT NULL,
      modified_at timestamptz NOT NULL,
      locale text,
      new_order boolean NOT NULL DEFAULT false,
      new_subscription boolean NOT NULL DEFAULT false,
      subscription_canceled boolean NOT NULL DEFAULT false,
      payment_failed boolean NOT NULL DEFAULT false,
      refund boolean NOT NULL DEFAULT false,
      PRIMARY KEY (organization_id, user_id)
    );`,
};
