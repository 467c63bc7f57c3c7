import { IconGift } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type Benefit, useDeleteBenefitMutation, useListBenefitsQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { cutAt } from '../../i18n/letters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { PageList } from '../../shared/PageList.tsx';
import { deletionOf } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anyText, oneOf } from '../../ui/filters/values.ts';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { formKinds } from './benefit-form.ts';

const columnsOf = (): Column<Benefit>[] => [
  {
    key: 'description',
    header: t('benefits:benefit'),
    sort: 'description',
    cell: ({ description }) => <span dir="auto">{description}</span>,
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

/** Summarizes what a benefit grants. */
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
    case 'meter_credit':
      return t('benefits:manyUnits', { count: benefit.properties.units });
    case 'github_repository':
      return `${benefit.properties.repositoryOwner}/${benefit.properties.repositoryName}`;
    default:
      return '—';
  }
};

const shortened = (note: string): string => {
  if (note === '') return '—';
  return note.length > longestNote ? `${cutAt(note, longestNote).trimEnd()}…` : note;
};

const benefitFilters = { query: anyText, kind: oneOf(formKinds) };

export const BenefitsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [remove] = useDeleteBenefitMutation();
  const list = useListState('-created_at', benefitFilters);
  const columns = useMemo(() => columnsOf(), []);
  const type = formKinds.find((kind) => kind === list.filter('kind'));
  const filters = { organizationId: organization.id, query: list.filter('query'), ...(type && { type }) };
  const result = useListBenefitsQuery({ ...filters, sorting: list.sorting, page: list.page });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newBenefit(organization.slug)}>
      {t('benefits:newBenefit')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('benefits:benefits')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('benefits:counted', { count }),
          what: t('benefits:whatCustomersAreGiven'),
        })}
        actions={create}
      />
      <PageList
        name="benefits"
        label={t('benefits:benefits')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.benefit(organization.slug, id)}
        toolbar={<BenefitFilters list={list} />}
        filters={filters}
        act={deletionOf(remove, t('shared:lost.benefits'))}
        empty={<NoBenefits list={list} create={create} />}
      />
    </>
  );
};

const BenefitFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('benefits:searchBenefits')} />
    <ChoiceFilter
      list={list}
      name="kind"
      label={t('benefits:kind')}
      options={formKinds.map((value) => ({ value, label: t(`benefits:kinds.${value}`) }))}
    />
  </>
);

const NoBenefits = ({ list, create }: { list: ListState; create: ReactNode }) => (
  <EmptyList
    list={list}
    icon={<IconGift size={22} />}
    title={t('benefits:createYourFirstBenefit')}
    action={create}
    filtered={{ title: t('benefits:noBenefitFound'), text: t('benefits:noBenefitFits') }}
  >
    {t('benefits:aBenefitIsWhatComes')}
  </EmptyList>
);
