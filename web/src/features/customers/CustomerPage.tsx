import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Customer, useGetCustomerQuery } from '../../api/customers.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Order, useListOrdersQuery } from '../../api/orders.ts';
import { paths } from '../../paths.ts';
import { addressLines } from '../../shared/describe/address.ts';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { Details } from '../../ui/Details.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';
import { SideBySide, Stacked } from '../../ui/Stacked.tsx';
import { ActiveSubscriptions } from './ActiveSubscriptions.tsx';
import { GrantedBenefits } from './GrantedBenefits.tsx';

export const CustomerPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCustomerQuery(id);
  return (
    <QueryPage result={result} subject="Customer">
      {(customer) => (
        <>
          <PageHeader
            title={customer.name ?? customer.email}
            description={customer.name ? customer.email : undefined}
            parent={{ label: 'Customers', to: paths.customers(organization.slug) }}
          />
          <SideBySide>
            <Stacked>
              <ActiveSubscriptions customerId={customer.id} />
              <Orders customerId={customer.id} />
            </Stacked>
            <Stacked>
              <GrantedBenefits customerId={customer.id} />
              <Facts customer={customer} />
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
    <Section title="Details">
      <Details
        items={[
          ['E-mail', customer.email],
          ['Name', customer.name ?? '—'],
          ['Customer since', <DateTime key="since" value={customer.createdAt} />],
          [
            'Billing address',
            address.length === 0 ? '—' : address.map((line) => <div key={line}>{line}</div>),
          ],
          ['Your own id', customer.externalId ?? '—'],
          ['Id', customer.id],
        ]}
      />
    </Section>
  );
};

const orderColumns: Column<Order>[] = [
  { key: 'product', header: 'Product', cell: ({ product }) => product.name },
  { key: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    cell: ({ totalAmount, currency }) => <Money cents={totalAmount} currency={currency} />,
  },
];

const Orders = ({ customerId }: { customerId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const result = useListOrdersQuery({ organizationId: organization.id, customerId, page, limit: 10 });
  return (
    <Section title="Orders" isFlush>
      <DataTable
        isBare
        label="Orders"
        columns={orderColumns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconReceipt size={22} />} title="No orders" level={3}>
            This customer has not bought anything yet.
          </EmptyState>
        }
      />
    </Section>
  );
};
