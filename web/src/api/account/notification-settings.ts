import {
  NotificationSettingsQuery,
  NotificationSettings as NotificationSettingsShape,
  NotificationSettingsUpdate,
} from '@tessera/proto/api/billing/notification-settings';
import type { z } from 'zod';
import { api, billingBody, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { tagOf } from '../request/tags.ts';

export type NotificationSettings = Stored<typeof NotificationSettingsShape>;

const url = '/billing/v1/notification-settings';

/** The user's own notification settings in an organization. */
export const { useGetNotificationSettingsQuery, useUpdateNotificationSettingsMutation } = api.injectEndpoints(
  {
    endpoints: (build) => ({
      getNotificationSettings: build.query<NotificationSettings, string>({
        query: (organizationId) => ({
          url,
          query: billingQuery(NotificationSettingsQuery, { organizationId }),
        }),
        transformResponse: billingReply(NotificationSettingsShape),
        providesTags: (_reply, _error, id) => [tagOf('NotificationSettings', id)],
      }),
      updateNotificationSettings: build.mutation<
        NotificationSettings,
        z.input<typeof NotificationSettingsUpdate>
      >({
        query: (changes) => ({
          url,
          method: 'PATCH',
          body: billingBody(NotificationSettingsUpdate, changes),
        }),
        transformResponse: billingReply(NotificationSettingsShape),
        invalidatesTags: (_reply, _error, { organizationId }) => [
          tagOf('NotificationSettings', organizationId),
        ],
      }),
    }),
  },
);
