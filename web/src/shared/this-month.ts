import { useState } from 'react';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { serverDate } from '../api/request/server-time.ts';
import { type Metrics, useGetMetricsQuery } from '../api/sales/metrics.ts';
import { dayIn, ownTimeZone } from '../ui/format/time-zone.ts';

export type ThisMonth = Metrics['totals'] & {
  currency: string;
  /** Whether there are other currencies, whose amounts are not included. */
  hasOthers: boolean;
};

/** The organization's figures of the current month in the reader's time zone; undefined until loaded. */
export const useThisMonth = (): ThisMonth | undefined => {
  const { organization } = useCurrentOrganization();
  const [now] = useState(serverDate);
  const timezone = ownTimeZone();
  const endDate = dayIn(timezone, now);
  const { data } = useGetMetricsQuery({
    organizationId: organization.id,
    startDate: `${endDate.slice(0, 8)}01`,
    endDate,
    interval: 'month',
    timezone,
  });
  if (!data) return undefined;
  const { totals, currency, currencies } = data;
  return { ...totals, currency, hasOthers: currencies.length > 1 };
};
