import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { type Payment, useListPaymentsQuery } from '../../api/sales/payments.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardName, PaymentState } from '../../shared/describe/Payment.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const columnsOf = (): Column<Payment>[] => [
  { key: 'card', header: t('checkouts:card'), cell: (payment) => <CardName payment={payment} /> },
  { key: 'status', header: t('ui:status'), cell: (payment) => <PaymentState payment={payment} /> },
  {
    key: 'date',
    header: t('ui:date'),
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
];

/** The payment attempts, often the reason why a visitor left. Nothing without attempts. */
export const CheckoutPayments = ({ checkoutId }: { checkoutId: string }) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(), []);
  const result = useListPaymentsQuery({ organizationId, checkoutId, page, limit: 10 });
  const isThere = (result.data?.pagination.totalCount ?? 0) > 0;
  if (!isThere && !result.error) return null;
  return (
    <Section title={t('checkouts:attempts')} isFlush>
      <DataTable
        isBare
        label={t('checkouts:attempts')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.payment(slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={null}
      />
    </Section>
  );
};
