import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { type BenefitGrant, useListBenefitGrantsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';

const columns: Column<BenefitGrant>[] = [
  { key: 'customer', header: 'Customer', cell: ({ customer }) => customer.email },
  { key: 'since', header: 'Since', cell: ({ grantedAt }) => <DateTime value={grantedAt} /> },
  {
    key: 'through',
    header: 'Through',
    cell: ({ subscriptionId }) => (subscriptionId === null ? 'Order' : 'Subscription'),
  },
];

/** Who has the benefit now. */
export const BenefitHolders = ({ benefitId }: { benefitId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const result = useListBenefitGrantsQuery({ id: benefitId, page });
  return (
    <Section title="Customers who have it" isFlush>
      <DataTable
        isBare
        label="Customers who have it"
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ customerId }) => paths.customer(organization.slug, customerId)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconUsers size={22} />} title="No one yet" level={3}>
            Customers appear here as soon as they buy a product with this benefit.
          </EmptyState>
        }
      />
    </Section>
  );
};
