import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type Subscription,
  useGetUpcomingInvoiceQuery,
  useListSubscriptionsQuery,
} from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeLine } from '../../shared/describe/line.ts';
import { renewalOf } from '../../shared/describe/renewal.ts';
import { AmountLines } from '../../ui/display/AmountLines.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { formatDay } from '../../ui/format/dates.ts';
import { formatMoney } from '../../ui/format/money.ts';
import { Section } from '../../ui/pages/Section.tsx';

/** Previews the next order of each subscription: with usage so far, and projected at the present rate. */
export const NextInvoices = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const wanted = { organizationId: organization.id, customerId, active: true };
  const { data } = useListSubscriptionsQuery({ ...wanted, page: 1, limit: 100 });
  const renewing = data?.items.filter((subscription) => renewalOf(subscription) !== null) ?? [];
  return renewing.map((subscription) => <NextInvoice key={subscription.id} subscription={subscription} />);
};

const NextInvoice = ({ subscription: { id, product } }: { subscription: Subscription }) => {
  const { organization } = useCurrentOrganization();
  const { data: invoice } = useGetUpcomingInvoiceQuery(id);
  if (!invoice) return null;
  const { items, discountAmount, taxAmount, appliedBalanceAmount, dueAmount, currency, date, forecast } =
    invoice;
  const sum = (label: string, cents: number) => (cents === 0 ? [] : [{ label, cents }]);
  return (
    <Section
      title={t('customers:nextInvoice')}
      description={<TextLink to={paths.subscription(organization.slug, id)}>{product.name}</TextLink>}
    >
      <AmountLines
        currency={currency}
        items={items.map((item, index) => ({
          key: `${index} ${item.label}`,
          label: describeLine(item, currency),
          cents: item.amount,
        }))}
        sums={[
          ...sum(t('customers:invoiceDiscount'), -discountAmount),
          ...sum(t('customers:invoiceTax'), taxAmount),
          ...sum(t('customers:invoiceCredit'), appliedBalanceAmount),
        ]}
        total={{ label: t('customers:dueOn', { date: formatDay(date) }), cents: dueAmount }}
        after={
          forecast && forecast.dueAmount !== dueAmount
            ? [
                {
                  label: t('customers:forecast'),
                  cents: forecast.dueAmount,
                  text: `≈ ${formatMoney(forecast.dueAmount, currency)}`,
                },
              ]
            : []
        }
      />
    </Section>
  );
};
