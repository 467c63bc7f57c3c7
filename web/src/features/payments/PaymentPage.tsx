import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Payment, useGetPaymentQuery } from '../../api/sales/payments.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CardName, PaymentState } from '../../shared/describe/Payment.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { formatMoney } from '../../ui/format/money.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';

/** A payment attempt: its card, its result, and its order. */
export const PaymentPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetPaymentQuery(id);
  const parent = { label: t('payments:payments'), to: paths.payments(organization.slug) };
  return (
    <QueryPage result={result} subject={t('payments:payment')} parent={parent}>
      {(payment) => (
        <>
          <PageHeader
            title={t('payments:paymentOf', { amount: formatMoney(payment.amount, payment.currency) })}
            parent={parent}
          />
          <Stacked>
            <Section title={t('ui:details')}>
              <Details
                items={[
                  [t('ui:status'), <PaymentState key="s" payment={payment} />],
                  [t('payments:card'), <CardName key="c" payment={payment} />],
                  [t('ui:date'), <DateTime key="d" value={payment.createdAt} withTime />],
                  ...(payment.refund?.refundedAt == null
                    ? []
                    : [
                        [
                          t('payments:refundedOn'),
                          <DateTime key="r" value={payment.refund.refundedAt} withTime />,
                        ] satisfies [string, ReactNode],
                      ]),
                  ...(payment.checkoutId === null
                    ? []
                    : [
                        [
                          t('payments:checkout'),
                          <TextLink key="k" to={paths.checkout(organization.slug, payment.checkoutId)}>
                            {t('payments:viewCheckout')}
                          </TextLink>,
                        ] satisfies [string, ReactNode],
                      ]),
                  [t('payments:id'), <CopyText key="i" label={t('payments:id')} value={payment.id} />],
                ]}
              />
            </Section>
            <Paid payment={payment} slug={organization.slug} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

/** The order that it paid or was to pay; null for a declined first attempt. */
const Paid = ({ payment, slug }: { payment: Payment; slug: string }) => {
  const { orderId, order, customerEmail } = payment;
  return (
    <Section title={t('payments:order')}>
      {orderId === null || order === null ? (
        t('payments:noOrder')
      ) : (
        <Details
          items={[
            [
              t('payments:order'),
              <TextLink key="o" to={paths.order(slug, orderId)}>
                {order.invoiceNumber}
              </TextLink>,
            ],
            [
              t('payments:customer'),
              <TextLink key="c" to={paths.customer(slug, order.customerId)}>
                {customerEmail ?? t('payments:customer')}
              </TextLink>,
            ],
          ]}
        />
      )}
    </Section>
  );
};
