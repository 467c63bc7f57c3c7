import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { describeFailure } from '../api/request/failure.ts';
import { type Order, useListOrdersQuery } from '../api/sales/orders.ts';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/pages/EmptyState.tsx';
import { Section } from '../ui/pages/Section.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { useSettling } from './settling.ts';

type Props = {
  title: string;
  /** Whose orders: a customer's, subscription's, discount's or checkout's. */
  of: { customerId: string } | { subscriptionId: string } | { discountId: string } | { checkoutId: string };
  columns: Column<Order>[];
  /** The empty state. */
  none: { title: string; text: string };
};

/** The orders of one thing, on its page, ten per page. */
export const OrdersSection = ({ title, of, columns, none }: Props) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const { polling, watch } = useSettling();
  const query = { organizationId: organization.id, ...of, page, limit: 10 };
  const result = useListOrdersQuery(query, polling);
  watch(result.data?.items ?? []);
  return (
    <Section title={title} isFlush>
      <DataTable
        isBare
        label={title}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.order(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconReceipt size={22} />} title={none.title} level={3}>
            {none.text}
          </EmptyState>
        }
      />
    </Section>
  );
};
