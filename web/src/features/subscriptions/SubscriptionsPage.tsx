import { IconRefresh } from '@tabler/icons-react';
import { SubscriptionStatus } from '@tessera/proto/api/billing/enums';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Subscription, useListSubscriptionsQuery } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { renewalOf } from '../../shared/describe/renewal.ts';
import { SubscriptionStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { ProductFilter } from '../../shared/filters/ProductFilter.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { type ThisMonth, useThisMonth } from '../../shared/this-month.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText, oneOf } from '../../ui/filters/values.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';

const columnsOf = (): Column<Subscription>[] => [
  {
    key: 'customer',
    header: t('subscriptions:customer'),
    sort: 'customer',
    cell: ({ customer }) => <Person name={customer.name} email={customer.email} />,
  },
  {
    key: 'product',
    header: t('subscriptions:product'),
    sort: 'product',
    cell: ({ product }) => product.name,
  },
  {
    key: 'status',
    header: t('ui:status'),
    sort: 'status',
    cell: (subscription) => <SubscriptionStatusBadge subscription={subscription} />,
  },
  {
    key: 'started',
    header: t('subscriptions:started'),
    sort: '-started_at',
    cell: ({ startedAt }) => <DateTime value={startedAt} isRelative />,
    isWide: true,
  },
  {
    key: 'next',
    header: t('subscriptions:renews'),
    sort: 'current_period_end',
    cell: (subscription) => <DateTime value={renewalOf(subscription)} isRelative />,
  },
  {
    key: 'amount',
    header: t('subscriptions:amount'),
    sort: '-amount',
    align: 'right',
    cell: ({ amount, currency, recurringInterval, recurringIntervalCount }) => (
      <Money cents={amount} currency={currency} interval={recurringInterval} count={recurringIntervalCount} />
    ),
  },
];

/** As the number of active ones is counted: a past-due one until it ends or is unpaid. The API's `active` differs. */
const statusesOf: Record<string, SubscriptionStatus[] | undefined> = {
  active: ['trialing', 'active', 'past_due'],
  ended: ['unpaid', 'canceled'],
};

const subscriptionFilters = {
  query: anyText,
  show: oneOf(Object.keys(statusesOf)),
  status: oneOf(['active', 'trialing', 'past_due', 'unpaid', 'canceled']),
  product: anId,
};

const filtersOf = (organizationId: string, list: ListState) => {
  const shown = statusesOf[list.filter('show')];
  const status = SubscriptionStatus.safeParse(list.filter('status')).data;
  return {
    organizationId,
    query: list.filter('query'),
    productId: list.filter('product') || undefined,
    status: status ?? shown,
    // Nothing is both: the API finds none of such a status.
    ...(status && shown && !shown.includes(status) && { active: isOver(status) }),
  };
};

const isOver = (status: SubscriptionStatus): boolean => status !== 'active' && status !== 'trialing';

const describeMonth = ({ activeSubscriptions, currency, hasOthers, ...month }: ThisMonth): string => {
  const count = activeSubscriptions;
  const amount = formatMoney(month.monthlyRecurringRevenue, currency);
  return hasOthers
    ? t('subscriptions:runningOnly', { count, amount, currency: currency.toUpperCase() })
    : t('subscriptions:running', { count, amount });
};

export const SubscriptionsPage = () => {
  const { organization } = useCurrentOrganization();
  const list = useListState('-started_at', subscriptionFilters);
  const month = useThisMonth();
  const columns = useMemo(() => columnsOf(), []);
  const filters = filtersOf(organization.id, list);
  const result = useListSubscriptionsQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader title={t('subscriptions:subscriptions')} description={month && describeMonth(month)} />
      <PageList
        name="subscriptions"
        label={t('subscriptions:subscriptions')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.subscription(organization.slug, id)}
        toolbar={<SubscriptionFilters list={list} />}
        filters={filters}
        empty={
          <EmptyList
            list={list}
            icon={<IconRefresh size={22} />}
            title={t('subscriptions:noSubscriptionsYet')}
            filtered={{
              title: t('subscriptions:noSuchSubscriptions'),
              text: t('subscriptions:noSubscriptionFits'),
            }}
          >
            {t('subscriptions:subscriptionsStart')}
          </EmptyList>
        }
      />
    </>
  );
};

const SubscriptionFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('subscriptions:searchSubscriptions')} />
    <ChoiceFilter
      list={list}
      name="show"
      label={t('subscriptions:which')}
      options={[
        { value: 'active', label: t('subscriptions:activeOrPastDue') },
        { value: 'ended', label: t('subscriptions:over') },
      ]}
    />
    <ChoiceFilter
      list={list}
      name="status"
      label={t('ui:status')}
      options={[
        { value: 'active', label: t('shared:active') },
        { value: 'trialing', label: t('shared:trial') },
        { value: 'past_due', label: t('shared:pastDue') },
        { value: 'unpaid', label: t('shared:unpaid') },
        { value: 'canceled', label: t('shared:canceled') },
      ]}
    />
    <ProductFilter list={list} label={t('subscriptions:product')} />
  </>
);
