import { Progress, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type CustomerMeter, useListCustomerMetersQuery } from '../../api/usage/usage.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { formatMoney } from '../../ui/format/money.ts';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Pages } from '../../ui/table/Pages.tsx';
import classes from './CustomerUsage.module.css';

/** The customer's usage of meters, against the credited units. */
export const CustomerUsage = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  return (
    <Section
      title={t('customers:usage')}
      actions={
        <TextLink to={`${paths.events(organization.slug)}?customer=${customerId}`}>
          {t('customers:events')}
        </TextLink>
      }
    >
      <Content customerId={customerId} />
    </Section>
  );
};

const perPage = 20;

const Content = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useListCustomerMetersQuery({
    organizationId: organization.id,
    customerId,
    sorting: 'meter_name',
    page,
    limit: perPage,
  });
  if (error) return <ErrorState message={asFailure(error).message} onRetry={refetch} />;
  if (!data) return <Skeleton height={40} />;
  if (data.items.length === 0) return <p className={classes.none}>{t('customers:nothingUsed')}</p>;
  return (
    <>
      <ul className={classes.list}>
        {data.items.map((meter) => (
          <li key={meter.id}>
            <Used item={meter} slug={organization.slug} />
          </li>
        ))}
      </ul>
      <Pages label={t('customers:usage')} page={page} onPage={setPage} pagination={data.pagination} />
    </>
  );
};

const units = (value: number): string => value.toLocaleString(readerLocale(), { maximumFractionDigits: 6 });

const Used = ({ item, slug }: { item: CustomerMeter; slug: string }) => {
  const { meter, consumedUnits, creditedUnits, balance, amount, currency, alerts, isStopped } = item;
  const share = creditedUnits === 0 ? 0 : Math.min(100, (consumedUnits / creditedUnits) * 100);
  return (
    <>
      <div className={classes.head}>
        <TextLink to={paths.meter(slug, meter.id)}>{meter.name}</TextLink>
        <span data-figures>
          {t('customers:units', { count: consumedUnits, value: units(consumedUnits) })}
          {amount !== null && currency !== null && ` · ${formatMoney(amount, currency)}`}
        </span>
      </div>
      {alerts.length > 0 && (
        <div className={classes.alerts}>
          {alerts.map((alert) => (
            <StatusBadge key={alert.usageAlertId} tone={alert.isHardStop ? 'danger' : 'warning'}>
              {alert.name}
            </StatusBadge>
          ))}
          {isStopped && <span>{t('customers:isStopped')}</span>}
        </div>
      )}
      {creditedUnits > 0 && (
        <>
          <Progress
            value={share}
            color={balance < 0 ? 'red' : undefined}
            aria-label={t('customers:usedOfCredit')}
          />
          <div className={classes.credit}>
            {balance < 0
              ? t('customers:creditExceeded', { credited: units(creditedUnits), over: units(-balance) })
              : t('customers:creditLeft', { credited: units(creditedUnits), left: units(balance) })}
          </div>
        </>
      )}
    </>
  );
};
