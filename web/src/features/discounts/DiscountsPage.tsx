import { Select } from '@mantine/core';
import { IconDiscount2, IconPlus } from '@tabler/icons-react';
import { DiscountSortProperty } from '@tessera/proto/api/billing/enums';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type Discount, useListDiscountsQuery } from '../../api/discounts.ts';
import { describeFailure } from '../../api/failure.ts';
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
import { DiscountStateBadge } from './DiscountStateBadge.tsx';
import { describeDuration, describeRedemptions, describeValue } from './describe.ts';

const columns = (): Column<Discount>[] => [
  { key: 'name', header: t('ui:name'), cell: ({ name }) => name },
  { key: 'code', header: t('discounts:code'), cell: ({ code }) => code ?? '—' },
  { key: 'value', header: t('discounts:takesOff'), cell: describeValue },
  { key: 'duration', header: t('discounts:duration'), cell: describeDuration, isWide: true },
  { key: 'redemptions', header: t('discounts:redemptions'), cell: describeRedemptions },
  {
    key: 'state',
    header: t('ui:status'),
    cell: (discount) => <DiscountStateBadge discount={discount} />,
  },
  {
    key: 'ends',
    header: t('discounts:ends'),
    cell: ({ endsAt }) => <DateTime value={endsAt} />,
    isWide: true,
  },
];

const newest = '-created_at';

const orders = () => [
  { value: newest, label: t('discounts:newestFirst') },
  { value: 'name', label: t('discounts:byName') },
  { value: 'code', label: t('discounts:byCode') },
  { value: '-redemptions_count', label: t('discounts:mostRedeemed') },
];

export const DiscountsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { page, setPage, filter, setFilter } = useListState();
  const query = filter('query');
  const sorting = DiscountSortProperty.catch(newest).parse(filter('sort'));
  const result = useListDiscountsQuery({ organizationId: organization.id, page, query, sorting });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newDiscount(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('discounts:newDiscount')}
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title={t('discounts:discounts')}
        description={t('discounts:whatDiscountsAre')}
        actions={create}
      />
      <Filters>
        <SearchField
          label={t('discounts:searchDiscounts')}
          value={query}
          onSearch={(text) => setFilter('query', text)}
        />
        <Select
          aria-label={t('discounts:order')}
          data={orders()}
          value={sorting}
          allowDeselect={false}
          onChange={(value) => setFilter('sort', value === newest ? null : value)}
        />
      </Filters>
      <DataTable
        label={t('discounts:discounts')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.discount(organization.slug, id)}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          query === '' ? (
            <EmptyState
              icon={<IconDiscount2 size={22} />}
              title={t('discounts:createYourFirst')}
              action={create}
            >
              {t('discounts:aDiscountIs')}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconDiscount2 size={22} />} title={t('discounts:noneFound')}>
              {t('discounts:noneMatches', { query })}
            </EmptyState>
          )
        }
      />
    </>
  );
};
