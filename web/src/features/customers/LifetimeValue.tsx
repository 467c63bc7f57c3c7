import { skipToken } from '@reduxjs/toolkit/query';
import { type ReactNode, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { serverDate } from '../../api/request/server-time.ts';
import { useGetMetricsQuery } from '../../api/sales/metrics.ts';
import { formatMoney } from '../../ui/format/money.ts';

/** Years from the first for which metrics are available. */
const rangeUntil = (now: Date) =>
  ({
    startDate: '2023-01-01',
    endDate: now.toISOString().slice(0, 10),
    interval: 'year',
    timezone: 'UTC',
  }) as const;

type Props = { customerId: string };

/** Revenue from a customer so far, without tax and less refunds, in each currency in which they paid. */
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
  /** Shown when all currencies are empty: a customer who paid in euros must not appear with zero dollars. */
  children: ReactNode;
};

/** Loads one currency after the other, recursively. */
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
