import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useGetMetricsQuery } from '../../api/metrics.ts';
import { serverDate } from '../../api/server-time.ts';
import { formatMoney } from '../../ui/money.ts';

/** Years from the first that figures are told of. */
const rangeUntil = (now: Date) =>
  ({
    startDate: '2023-01-01',
    endDate: now.toISOString().slice(0, 10),
    interval: 'year',
    timezone: 'UTC',
  }) as const;

type Props = { customerId: string };

/** What a customer has brought in so far, without tax and less what was given back: in each currency that they paid in. */
export const LifetimeValue = ({ customerId }: Props) => {
  const { organization } = useCurrentOrganization();
  const [range] = useState(() => rangeUntil(serverDate()));
  const { data } = useGetMetricsQuery({ organizationId: organization.id, customerId, ...range });
  if (!data) return '—';
  const others = data.currencies.filter((currency) => currency !== data.currency);
  return (
    <>
      <div data-figures>{formatMoney(data.totals.cumulativeRevenue, data.currency)}</div>
      {others.map((currency) => (
        <ValueIn key={currency} customerId={customerId} currency={currency} range={range} />
      ))}
    </>
  );
};

type OneProps = Props & { currency: string; range: ReturnType<typeof rangeUntil> };

const ValueIn = ({ customerId, currency, range }: OneProps) => {
  const { organization } = useCurrentOrganization();
  const { data } = useGetMetricsQuery({ organizationId: organization.id, customerId, currency, ...range });
  const value = data?.totals.cumulativeRevenue ?? 0;
  return value === 0 ? null : <div data-figures>{formatMoney(value, currency)}</div>;
};
