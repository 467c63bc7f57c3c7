import { IconGift, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Benefit, useListBenefitsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { exportAddress } from '../../api/exports.ts';
import { describeFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportLink } from '../../ui/ExportLink.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columnsOf = (): Column<Benefit>[] => [
  {
    key: 'description',
    header: t('benefits:benefit'),
    sort: 'description',
    cell: ({ description }) => description,
  },
  { key: 'kind', header: t('benefits:kind'), cell: ({ type }) => t(`benefits:kinds.${type}`) },
  { key: 'gives', header: t('benefits:gives'), cell: (benefit) => givesOf(benefit), isWide: true },
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];

const longestNote = 60;

/** What a benefit gives, in a few words. */
const givesOf = (benefit: Benefit): string => {
  switch (benefit.type) {
    case 'custom':
      return shortened(benefit.properties.note ?? '');
    case 'downloadables':
      return t('benefits:manyFiles', { count: benefit.properties.files.length });
    case 'license_keys': {
      const { expires } = benefit.properties;
      if (expires === null) return t('benefits:keyForEver');
      return t(`benefits:validFor.${expires.timeframe}`, { count: expires.ttl });
    }
    case 'github_repository':
      return `${benefit.properties.repositoryOwner}/${benefit.properties.repositoryName}`;
    default:
      return '—';
  }
};

const shortened = (note: string): string => {
  if (note === '') return '—';
  return note.length > longestNote ? `${note.slice(0, longestNote).trimEnd()}…` : note;
};

export const BenefitsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('-created_at');
  const { page, sorting, filter, setFilter } = list;
  const columns = useMemo(() => columnsOf(), []);
  const query = filter('query');
  const result = useListBenefitsQuery({ organizationId: organization.id, page, query, sorting });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newBenefit(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('benefits:newBenefit')}
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title={t('benefits:benefits')}
        description={t('benefits:whatCustomersAreGiven')}
        actions={
          <>
            <ExportLink href={exportAddress('benefits', { organizationId: organization.id, query })} />
            {create}
          </>
        }
      />
      <Filters>
        <SearchField
          label={t('benefits:searchBenefits')}
          value={query}
          onSearch={(text) => setFilter('query', text)}
        />
      </Filters>
      <DataTable
        label={t('benefits:benefits')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.benefit(organization.slug, id)}
        describeError={describeFailure}
        list={list}
        empty={
          query === '' ? (
            <EmptyState
              icon={<IconGift size={22} />}
              title={t('benefits:createYourFirstBenefit')}
              action={create}
            >
              {t('benefits:aBenefitIsWhatComes')}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconGift size={22} />} title={t('benefits:noBenefitFound')}>
              {t('benefits:noBenefitMatchesTryFewer', { query })}
            </EmptyState>
          )
        }
      />
    </>
  );
};
