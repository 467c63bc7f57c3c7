import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { type BenefitGrant, useListBenefitGrantsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Section } from '../../ui/Section.tsx';

const columns = (): Column<BenefitGrant>[] => [
  { key: 'customer', header: t('benefits:customer'), cell: ({ customer }) => customer.email },
  { key: 'since', header: t('benefits:since'), cell: ({ grantedAt }) => <DateTime value={grantedAt} /> },
  {
    key: 'through',
    header: t('benefits:through'),
    cell: ({ subscriptionId }) =>
      subscriptionId === null ? t('benefits:order') : t('benefits:subscription'),
  },
];

/** Who has the benefit now. */
export const BenefitHolders = ({ benefitId }: { benefitId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const result = useListBenefitGrantsQuery({ id: benefitId, page });
  return (
    <Section title={t('benefits:customersWhoHaveIt')} isFlush>
      <DataTable
        isBare
        label={t('benefits:customersWhoHaveIt')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ customerId }) => paths.customer(organization.slug, customerId)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconUsers size={22} />} title={t('benefits:noOneYet')} level={3}>
            {t('benefits:customersAppearHereAsSoon')}
          </EmptyState>
        }
      />
    </Section>
  );
};
