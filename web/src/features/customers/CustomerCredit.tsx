import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import {
  useListWalletsQuery,
  useListWalletTransactionsQuery,
  type Wallet,
  type WalletTransaction,
} from '../../api/sales/wallets.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { formatMoney } from '../../ui/format/money.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

/** Polls for changes: renewals use the balance at any time. */
const following = { pollingInterval: 10_000, skipPollingIfUnfocused: true };

/** A customer's credit balance by currency, and its entries. Nothing for customers who never had any. */
export const CustomerCredit = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const wanted = { organizationId: organization.id, customerId, sorting: ['created_at'] };
  const { data } = useListWalletsQuery({ ...wanted, limit: 100 }, following);
  return data?.items.map((wallet) => <Credit key={wallet.id} wallet={wallet} />);
};

const headline = ({ balance, currency }: Wallet): string => {
  const amount = formatMoney(Math.abs(balance), currency);
  if (balance === 0) return t('customers:noCreditLeft', { currency: currency.toUpperCase() });
  return balance > 0 ? t('customers:creditOf', { amount }) : t('customers:owes', { amount });
};

const reasons = (): Record<WalletTransaction['reason'], string> => ({
  credited: t('customers:creditReason.credited'),
  used: t('customers:creditReason.used'),
  carried: t('customers:creditReason.carried'),
  collected: t('customers:creditReason.collected'),
  returned: t('customers:creditReason.returned'),
  refunded: t('customers:creditReason.refunded'),
  refund_failed: t('customers:creditReason.refundFailed'),
  earlier: t('customers:creditReason.earlier'),
});

const columnsOf = (slug: string): Column<WalletTransaction>[] => [
  {
    key: 'reason',
    header: t('customers:creditChange'),
    // The order is below the reason: there is no room for five columns beside the customer's details.
    cell: ({ reason, orderId, invoiceNumber }) => (
      <>
        <div>{reasons()[reason]}</div>
        {orderId !== null && (
          <div data-figures>
            <TextLink to={paths.order(slug, orderId)}>{invoiceNumber}</TextLink>
          </div>
        )}
      </>
    ),
  },
  { key: 'date', header: t('customers:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'amount',
    header: t('customers:amount'),
    align: 'right',
    cell: ({ amount, currency }) => <Money cents={amount} currency={currency} />,
  },
  {
    key: 'balance',
    header: t('customers:creditAfter'),
    align: 'right',
    isWide: true,
    cell: ({ balance, currency }) => <Money cents={balance} currency={currency} />,
  },
];

const Credit = ({ wallet }: { wallet: Wallet }) => {
  const { slug } = useCurrentOrganization().organization;
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(slug), [slug]);
  const result = useListWalletTransactionsQuery({ id: wallet.id, page, limit: 10 }, following);
  return (
    <Section title={t('customers:credit')} description={headline(wallet)} isFlush>
      <DataTable
        isBare
        label={`${t('customers:credit')} ${wallet.currency.toUpperCase()}`}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={null}
      />
    </Section>
  );
};
