import {
  UsageAlertCreate,
  UsageAlertListQuery,
  UsageAlert as UsageAlertShape,
  UsageAlertUpdate,
} from '@tessera/proto/api/billing/usage-alert';
import { api, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';

export type UsageAlert = Stored<typeof UsageAlertShape>;

const alerts = resource('UsageAlert', '/billing/v1/usage-alerts', {
  one: UsageAlertShape,
  query: UsageAlertListQuery,
});

export const {
  useListUsageAlertsQuery,
  useLazyListUsageAlertsQuery,
  useCreateUsageAlertMutation,
  useUpdateUsageAlertMutation,
  useDeleteUsageAlertMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listUsageAlerts: alerts.list(build),
    // Customers who have reached a threshold already are shown so.
    createUsageAlert: alerts.create(build, UsageAlertCreate, ['CustomerMeter']),
    updateUsageAlert: alerts.update(build, UsageAlertUpdate, ['CustomerMeter']),
    deleteUsageAlert: alerts.remove(build, ['CustomerMeter']),
  }),
});
