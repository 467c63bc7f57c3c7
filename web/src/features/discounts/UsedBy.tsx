import type { Order } from '../../api/sales/orders.ts';
import { t } from '../../i18n/t.ts';
import { OrdersSection } from '../../shared/OrdersSection.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import type { Column } from '../../ui/table/DataTable.tsx';

const columns = (): Column<Order>[] => [
  {
    key: 'customer',
    header: t('discounts:customer'),
    cell: ({ customer }) => customerName(customer),
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

/** Orders paid with the discount. */
export const UsedBy = ({ discountId }: { discountId: string }) => (
  <OrdersSection
    title={t('discounts:orders')}
    of={{ discountId }}
    columns={columns()}
    none={{ title: t('discounts:noOrders'), text: t('discounts:noOrdersNote') }}
  />
);
