import { IconCreditCard } from '@tabler/icons-react';
import { PaymentStatus } from '@tessera/proto/api/billing/enums';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Payment, useListPaymentsQuery } from '../../api/sales/payments.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardName, PaymentState } from '../../shared/describe/Payment.tsx';
import { PageList } from '../../shared/PageList.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { EmailAddress } from '../../ui/display/EmailAddress.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';

const columnsOf = (slug: string): Column<Payment>[] => [
  {
    key: 'customer',
    header: t('payments:customer'),
    cell: ({ customerEmail }) =>
      customerEmail === null ? '—' : <EmailAddress>{customerEmail}</EmailAddress>,
  },
  {
    key: 'status',
    header: t('ui:status'),
    sort: 'status',
    cell: (payment) => <PaymentState payment={payment} />,
  },
  { key: 'card', header: t('payments:card'), cell: (payment) => <CardName payment={payment} /> },
  {
    key: 'order',
    header: t('payments:order'),
    isWide: true,
    cell: ({ orderId, order }) =>
      orderId === null || order === null ? (
        '—'
      ) : (
        <span data-figures>
          <TextLink to={paths.order(slug, orderId)}>{order.invoiceNumber}</TextLink>
        </span>
      ),
  },
  {
    key: 'date',
    header: t('ui:date'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime isRelative />,
  },
  {
    key: 'amount',
    header: t('payments:amount'),
    sort: '-amount',
    align: 'right',
    cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
  },
];

const paymentFilters = { email: anyText, status: oneOf(PaymentStatus.options), method: oneOf(['card']) };

/** Builds the server query from the list state in the URL. */
const filtersOf = (organizationId: string, list: ListState) => {
  const email = list.filter('email');
  const status = PaymentStatus.safeParse(list.filter('status')).data;
  return {
    organizationId,
    ...(status && { status }),
    ...(email !== '' && { customerEmail: email }),
    ...(list.filter('method') === 'card' && { method: 'card' }),
  };
};

export const PaymentsPage = () => {
  const { organization } = useCurrentOrganization();
  const { id, slug } = organization;
  const list = useListState('-created_at', paymentFilters);
  const columns = useMemo(() => columnsOf(slug), [slug]);
  const filters = filtersOf(id, list);
  const result = useListPaymentsQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader
        title={t('payments:payments')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('payments:counted', { count }),
          what: t('payments:whatPaymentsAre'),
        })}
      />
      <PageList
        name="payments"
        label={t('payments:payments')}
        columns={columns}
        result={result}
        list={list}
        rowLink={(payment) => paths.payment(slug, payment.id)}
        toolbar={<PaymentFilters list={list} />}
        filters={filters}
        empty={
          <EmptyList
            list={list}
            icon={<IconCreditCard size={22} />}
            title={t('payments:noPaymentsYet')}
            filtered={{ title: t('payments:noSuchPayments'), text: t('payments:noPaymentFits') }}
          >
            {t('payments:paymentsAppear')}
          </EmptyList>
        }
      />
    </>
  );
};

const PaymentFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} name="email" label={t('payments:customerEmail')} />
    <ChoiceFilter
      list={list}
      name="status"
      label={t('ui:status')}
      options={[
        { value: 'succeeded', label: t('shared:paymentSucceeded') },
        { value: 'pending', label: t('shared:pending') },
        { value: 'failed', label: t('shared:paymentFailed') },
      ]}
    />
    <ChoiceFilter
      list={list}
      name="method"
      label={t('payments:method')}
      options={[{ value: 'card', label: t('shared:card') }]}
    />
  </>
);
