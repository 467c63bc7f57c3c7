import { Skeleton } from '@mantine/core';
import { useDeferredValue } from 'react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { type Order, useListOrdersQuery } from '../../api/sales/orders.ts';
import type { Key } from '../../i18n/catalogues.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Initial } from '../../ui/display/Initial.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import classes from './Activity.module.css';
import { activityLimit } from './limits.ts';

const deeds: Record<Order['billingReason'], Key> = {
  purchase: 'overview:bought',
  subscription_create: 'overview:subscribed',
  subscription_cycle: 'overview:renewed',
  subscription_update: 'overview:changedTheirPlan',
};

/** The latest orders. */
export const Activity = () => {
  const { organization } = useCurrentOrganization();
  const found = useListOrdersQuery({
    organizationId: organization.id,
    limit: activityLimit,
  });
  const { error, refetch } = found;
  // Rendered in slices, like the metrics.
  const data = useDeferredValue(found.data);
  const orders = data?.items;
  return (
    <Section
      title={t('overview:activity')}
      isFlush
      actions={
        orders &&
        orders.length > 0 && (
          <TextLink to={paths.orders(organization.slug)}>{t('overview:allOrders')}</TextLink>
        )
      }
    >
      {error && !data ? (
        <ErrorState message={asFailure(error).message} onRetry={refetch} />
      ) : !orders ? (
        <Skeleton height={200} m="lg" w="auto" />
      ) : orders.length === 0 ? (
        <p className={classes.none}>
          {t('overview:nothingYet')}{' '}
          <TextLink to={paths.products(organization.slug)}>{t('app:products')}</TextLink>
        </p>
      ) : (
        <ul className={classes.feed}>
          {orders.map((order) => (
            <Entry key={order.id} order={order} slug={organization.slug} />
          ))}
        </ul>
      )}
    </Section>
  );
};

const Entry = ({ order, slug }: { order: Order; slug: string }) => {
  const { customer, product, billingReason, createdAt, totalAmount, currency, status } = order;
  const who = customerName(customer);
  return (
    <li>
      <Link to={paths.order(slug, order.id)} className={classes.entry}>
        <Initial name={who} isRound />
        <span className={classes.words}>
          <b dir="auto">{who}</b> {t(deeds[billingReason])} <span dir="auto">{product.name}</span>
        </span>
        {status !== 'paid' && <OrderStatusBadge status={status} />}
        <span className={classes.when}>
          <DateTime value={createdAt} withTime isRelative />
        </span>
        <span className={classes.amount}>
          <Money cents={totalAmount} currency={currency} />
        </span>
      </Link>
    </li>
  );
};
