import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
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
  const { currency, currencies, totals } = data;
  const others = currencies.filter((other) => other !== currency);
  const value = totals.cumulativeRevenue;
  return (
    <>
      {value !== 0 && <Value cents={value} currency={currency} />}
      <Others customerId={customerId} range={range} currencies={others}>
        {value === 0 && <Value cents={0} currency={currency} />}
      </Others>
    </>
  );
};

const Value = ({ cents, currency }: { cents: number; currency: string }) => (
  <div data-figures>{formatMoney(cents, currency)}</div>
);

type OthersProps = Props & {
  range: ReturnType<typeof rangeUntil>;
  currencies: readonly string[];
  /** Said where there is nothing in any of them: who has paid in euros has not brought in no dollars. */
  children: ReactNode;
};

/** One currency after the other. */
const Others = ({ customerId, range, currencies, children }: OthersProps) => {
  const { organization } = useCurrentOrganization();
  const [currency, ...rest] = currencies;
  const { data } = useGetMetricsQuery(
    currency === undefined ? skipToken : { organizationId: organization.id, customerId, currency, ...range },
  );
  if (currency === undefined) return children;
  if (!data) return null;
  const value = data.totals.cumulativeRevenue;
  return (
    <>
      {value !== 0 && <Value cents={value} currency={currency} />}
      <Others customerId={customerId} range={range} currencies={rest}>
        {value === 0 && children}
      </Others>
    </>
  );
};
