import { Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type BenefitGrant,
  useListBenefitGrantsQuery,
  useRetryBenefitGrantMutation,
} from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone, notifyFailed } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { ExportHolders } from './ExportHolders.tsx';

const columns = (): Column<BenefitGrant>[] => [
  { key: 'customer', header: t('benefits:customer'), cell: ({ customer }) => customer.email },
  { key: 'status', header: t('ui:status'), cell: (grant) => <GrantState grant={grant} /> },
  {
    key: 'since',
    header: t('benefits:since'),
    cell: ({ grantedAt, revokedAt, createdAt }) => <DateTime value={grantedAt ?? revokedAt ?? createdAt} />,
  },
  {
    key: 'through',
    header: t('benefits:through'),
    isWide: true,
    cell: ({ subscriptionId }) =>
      subscriptionId === null ? t('benefits:order') : t('benefits:subscription'),
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (grant) => isRetriable(grant) && <Retry grant={grant} />,
  },
];

const GrantState = ({ grant: { isGranted, isRevoked, error } }: { grant: BenefitGrant }) => {
  if (isGranted) return <StatusBadge tone="quiet">{t('benefits:granted')}</StatusBadge>;
  if (isRevoked) return <StatusBadge tone="neutral">{t('benefits:takenBack')}</StatusBadge>;
  return (
    <>
      <StatusBadge tone="warning">{t('benefits:waiting')}</StatusBadge>
      {error && <span dir="auto"> {translateServerText(error.message)}</span>}
    </>
  );
};

/**
 * What another platform has refused, or did not answer to. What its customer has to do is not for the seller to retry.
 */
const isRetriable = ({ isGranted, isRevoked, error }: BenefitGrant): boolean =>
  !isGranted && !isRevoked && error !== null && error.type !== 'BenefitActionRequiredError';

const Retry = ({ grant: { id, benefitId, customer } }: { grant: BenefitGrant }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [retry, { isLoading }] = useRetryBenefitGrantMutation();
  const act = async () => {
    const { error } = await retry({ benefitId, id });
    if (error) notifyFailed(asFailure(error).message);
    else notifyDone(t('benefits:isTriedAgain', { customer: customer.email }));
  };
  return (
    <GuardedButton
      variant="default"
      size="xs"
      refusal={writeRefusal}
      loading={isLoading}
      aria-label={t('benefits:tryAgainFor', { customer: customer.email })}
      onClick={act}
    >
      {t('ui:tryAgain')}
    </GuardedButton>
  );
};

/** In ms: what waits is granted elsewhere. */
const pollingInterval = 5_000;

/** The customers that have the benefit now, or those that wait for it or had it. */
export const BenefitHolders = ({ benefitId }: { benefitId: string }) => {
  const { organization } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const [isGranted, setGranted] = useState(true);
  const asked = { id: benefitId, isGranted };
  const result = useListBenefitGrantsQuery(
    { ...asked, page },
    { pollingInterval: isGranted ? 0 : pollingInterval, skipPollingIfUnfocused: true },
  );
  const hasSome = (result.currentData?.pagination.totalCount ?? 0) > 0;
  return (
    <Section
      title={t('benefits:customersWhoHaveIt')}
      isFlush
      actions={
        <Group gap="xs" wrap="nowrap">
          <Segments
            size="xs"
            label={t('benefits:customersWhoHaveIt')}
            choices={[
              { value: 'granted', label: t('benefits:haveIt') },
              { value: 'others', label: t('benefits:others') },
            ]}
            value={isGranted ? 'granted' : 'others'}
            onChange={(value) => {
              setGranted(value === 'granted');
              setPage(1);
            }}
          />
          {hasSome && <ExportHolders {...asked} />}
        </Group>
      }
    >
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
