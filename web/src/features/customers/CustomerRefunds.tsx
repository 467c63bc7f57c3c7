import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { type Refund, useListRefundsQuery } from '../../api/sales/refunds.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { RefundStatusBadge, whyRefunded } from '../../shared/describe/Refund.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const columnsOf = (): Column<Refund>[] => [
  {
    key: 'amount',
    header: t('customers:amount'),
    cell: ({ amount, taxAmount, currency }) => <Money cents={amount + taxAmount} currency={currency} />,
  },
  { key: 'status', header: t('ui:status'), cell: (refund) => <RefundStatusBadge {...refund} /> },
  {
    key: 'reason',
    header: t('customers:reason'),
    cell: whyRefunded,
    isWide: true,
  },
  { key: 'date', header: t('customers:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

/** Refunds to the customer. Nothing without refunds, as for most customers. */
export const CustomerRefunds = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const { id: organizationId, slug } = organization;
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(), []);
  const result = useListRefundsQuery({ organizationId, customerId, page, limit: 10 });
  const isThere = (result.data?.pagination.totalCount ?? 0) > 0;
  if (!isThere && !result.error) return null;
  return (
    <Section title={t('customers:refunds')} isFlush>
      <DataTable
        isBare
        label={t('customers:refunds')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ orderId }) => paths.order(slug, orderId)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={null}
      />
    </Section>
  );
};
