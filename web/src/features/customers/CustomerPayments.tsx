import { IconCreditCard } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { type Payment, useListPaymentsQuery } from '../../api/sales/payments.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardName, PaymentState } from '../../shared/describe/Payment.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const columnsOf = (): Column<Payment>[] => [
  {
    key: 'amount',
    header: t('customers:amount'),
    cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
  },
  { key: 'status', header: t('ui:status'), cell: (payment) => <PaymentState payment={payment} /> },
  { key: 'card', header: t('customers:card'), cell: (payment) => <CardName payment={payment} /> },
  { key: 'date', header: t('customers:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

/** Payments and payment attempts with the customer's e-mail address. */
export const CustomerPayments = ({ email }: { email: string }) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(), []);
  const result = useListPaymentsQuery({ organizationId, customerEmail: email, page, limit: 10 });
  return (
    <Section
      title={t('customers:payments')}
      isFlush
      actions={<TextLink to={paths.payments(slug, email)}>{t('customers:allPayments')}</TextLink>}
    >
      <DataTable
        isBare
        label={t('customers:payments')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconCreditCard size={22} />} title={t('customers:noPayments')} level={3}>
            {t('customers:noPaymentsNote')}
          </EmptyState>
        }
      />
    </Section>
  );
};
