import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Customer, useGetCustomerQuery } from '../../api/sales/customers.ts';
import type { Order } from '../../api/sales/orders.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { addressLines } from '../../shared/describe/address.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { History } from '../../shared/history/History.tsx';
import { Metadata } from '../../shared/Metadata.tsx';
import { OrdersSection } from '../../shared/OrdersSection.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { EmailAddress } from '../../ui/display/EmailAddress.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { SideBySide, Stacked } from '../../ui/display/Stacked.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { CustomerActions } from './CustomerActions.tsx';
import { CustomerCards } from './CustomerCards.tsx';
import { CustomerCredit } from './CustomerCredit.tsx';
import { CustomerPayments } from './CustomerPayments.tsx';
import { CustomerRefunds } from './CustomerRefunds.tsx';
import { CustomerSubscriptions } from './CustomerSubscriptions.tsx';
import { CustomerUsage } from './CustomerUsage.tsx';
import { GrantedBenefits } from './GrantedBenefits.tsx';
import { LifetimeValue } from './LifetimeValue.tsx';
import { NextInvoices } from './NextInvoices.tsx';
import { RefusedMail } from './RefusedMail.tsx';
import { ViewAsCustomer } from './ViewAsCustomer.tsx';

export const CustomerPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCustomerQuery(id);
  const parent = { label: t('customers:customers'), to: paths.customers(organization.slug) };
  return (
    <QueryPage result={result} subject={t('customers:customer')} parent={parent}>
      {(customer) => (
        <>
          <PageHeader
            title={customerName(customer)}
            description={customer.name ? customer.email : undefined}
            parent={parent}
            actions={
              <>
                <ViewAsCustomer customer={customer} />
                <CustomerActions customer={customer} />
              </>
            }
          />
          <RefusedMail customer={customer} />
          <SideBySide>
            <Stacked>
              <CustomerSubscriptions customerId={customer.id} />
              <OrdersSection
                title={t('customers:orders')}
                of={{ customerId: customer.id }}
                columns={orderColumns()}
                none={{ title: t('customers:noOrders'), text: t('customers:thisCustomerHasNotBought') }}
              />
              <CustomerPayments email={customer.email} />
              <CustomerRefunds customerId={customer.id} />
              <CustomerCredit customerId={customer.id} />
              <History of={{ kind: 'customers', id: customer.id }} />
            </Stacked>
            <Stacked>
              <CustomerUsage customerId={customer.id} />
              <NextInvoices customerId={customer.id} />
              <GrantedBenefits customerId={customer.id} />
              <CustomerCards customerId={customer.id} />
              <Facts customer={customer} />
              <Metadata metadata={customer.metadata} />
            </Stacked>
          </SideBySide>
        </>
      )}
    </QueryPage>
  );
};

const Facts = ({ customer }: { customer: Customer }) => {
  const address = addressLines(customer.billingAddress);
  return (
    <Section title={t('ui:details')}>
      <Details
        items={[
          [t('ui:email'), <EmailAddress key="e">{customer.email}</EmailAddress>],
          [t('ui:name'), customer.name ?? '—'],
          [t('customers:customerSince'), <DateTime key="since" value={customer.createdAt} />],
          [t('customers:lifetimeValue'), <LifetimeValue key="value" customerId={customer.id} />],
          [
            t('customers:billingAddress'),
            address.length === 0 ? '—' : address.map((line) => <div key={line}>{line}</div>),
          ],
          ...(customer.taxId === null
            ? []
            : [[t('customers:taxId'), customer.taxId[0]] satisfies [string, string]]),
          [t('customers:yourOwnId'), customer.externalId ?? '—'],
          [t('customers:id'), <CopyText key="id" label={t('customers:id')} value={customer.id} />],
        ]}
      />
    </Section>
  );
};

const orderColumns = (): Column<Order>[] => [
  { key: 'product', header: t('customers:product'), cell: ({ product }) => product.name },
  { key: 'status', header: t('ui:status'), cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { key: 'date', header: t('customers:date'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'total',
    header: t('customers:total'),
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];
