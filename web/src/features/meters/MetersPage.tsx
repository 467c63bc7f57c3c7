import { IconGauge, IconPlus } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { describeFailure } from '../../api/failure.ts';
import { type Meter, useListMetersQuery } from '../../api/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Filters } from '../../ui/Filters.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const columns = (): Column<Meter>[] => [
  { key: 'name', header: t('ui:name'), cell: ({ name }) => name },
  { key: 'aggregation', header: t('meters:aggregation'), cell: describeAggregation },
  { key: 'created', header: t('ui:created'), cell: ({ createdAt }) => <DateTime value={createdAt} /> },
];

/** "Sum of tokens" */
const describeAggregation = ({ aggregation }: Meter): string =>
  aggregation.func === 'count'
    ? t('meters:functions.count')
    : `${t(`meters:functions.${aggregation.func}`)}: ${aggregation.property}`;

export const MetersPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const query = filter('query');
  const result = useListMetersQuery({ organizationId: organization.id, page, query });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newMeter(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('meters:newMeter')}
    </GuardedButton>
  );
  const icon = <IconGauge size={22} />;
  return (
    <>
      <PageHeader title={t('meters:meters')} description={t('meters:whatMetersAre')} actions={create} />
      <Filters>
        <SearchField
          label={t('meters:searchMeters')}
          value={query}
          onSearch={(text) => setFilter('query', text)}
        />
      </Filters>
      <DataTable
        label={t('meters:meters')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.meter(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          query === '' ? (
            <EmptyState icon={icon} title={t('meters:createYourFirst')} action={create}>
              {t('meters:aMeterIs')}
            </EmptyState>
          ) : (
            <EmptyState icon={icon} title={t('meters:noneFound')}>
              {t('meters:noneMatches', { query })}
            </EmptyState>
          )
        }
      />
    </>
  );
};
