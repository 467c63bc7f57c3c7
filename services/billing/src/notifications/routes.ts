/** The HTTP API of members' notification settings. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  NotificationSettings,
  NotificationSettingsQuery,
  NotificationSettingsUpdate,
} from '@tessera/proto/api/billing/notification-settings';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { getNotificationSettings, updateNotificationSettings } from './service.ts';

const endpoint = endpointFor(billingDialect);

export const notificationRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/notification-settings',
      needsScope('organizations:read', 'organizations:write'),
      endpoint(
        {
          query: NotificationSettingsQuery,
          reply: NotificationSettings,
          summary: 'Get your sales notifications',
        },
        ({ query, caller }) => getNotificationSettings(billing, caller, query),
      ),
    )
    .patch(
      '/notification-settings',
      needsScope('organizations:write'),
      endpoint(
        {
          body: NotificationSettingsUpdate,
          reply: NotificationSettings,
          summary: 'Update your sales notifications',
        },
        ({ body, caller }) => updateNotificationSettings(billing, caller, body),
      ),
    );
