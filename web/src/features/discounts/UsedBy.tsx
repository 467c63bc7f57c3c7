import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Order, useListOrdersQuery } from '../../api/orders.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';

const columns = (): Column<Order>[] => [
  {
    key: 'customer',
    header: t('discounts:customer'),
    cell: ({ customer }) => customer.name ?? customer.email,
  },
  { key: 'product', header: t('discounts:product'), cell: ({ product }) => product.name, isWide: true },
  { key: 'date', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'off',
    header: t('discounts:off'),
    align: 'right',
    cell: ({ discountAmount, currency }) => <Money cents={discountAmount} currency={currency} />,
  },
  {
    key: 'total',
    header: t('discounts:paid'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

/** Orders that were paid with the discount. */
export const UsedBy = ({ discountId }: { discountId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const result = useListOrdersQuery({ organizationId: organization.id, discountId, page, limit: 10 });
  return (
    <Section title={t('discounts:orders')} isFlush>
      <DataTable
        isBare
        label={t('discounts:orders')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconReceipt size={22} />} title={t('discounts:noOrders')} level={3}>
            {t('discounts:noOrdersNote')}
          </EmptyState>
        }
      />
    </Section>
  );
};
