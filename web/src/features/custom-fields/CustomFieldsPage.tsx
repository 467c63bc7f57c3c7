import { IconForms } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import {
  type CustomField,
  useDeleteCustomFieldMutation,
  useListCustomFieldsQuery,
} from '../../api/catalog/custom-fields.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
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
import { fieldTypes, nameOfType } from './field-types.ts';

const columnsOf = (): Column<CustomField>[] => [
  { key: 'name', header: t('ui:name'), sort: 'name', cell: ({ name }) => name },
  { key: 'type', header: t('custom-fields:type'), sort: 'type', cell: ({ type }) => nameOfType(type) },
  { key: 'slug', header: t('custom-fields:slug'), sort: 'slug', cell: ({ slug }) => <code>{slug}</code> },
  {
    key: 'created',
    header: t('ui:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    isWide: true,
  },
];

const fieldFilters = { query: anyText, type: oneOf(fieldTypes) };

export const CustomFieldsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [remove] = useDeleteCustomFieldMutation();
  const list = useListState('name', fieldFilters);
  const columns = useMemo(() => columnsOf(), []);
  const type = list.filter('type');
  const filters = { organizationId: organization.id, query: list.filter('query'), ...(type && { type }) };
  const result = useListCustomFieldsQuery({ ...filters, sorting: list.sorting, page: list.page });
  const create = (
    <CreateButton refusal={writeRefusal} to={paths.newCustomField(organization.slug)}>
      {t('custom-fields:newCustomField')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('custom-fields:customFields')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('custom-fields:counted', { count }),
          what: t('custom-fields:whatYouAskAtTheCheckout'),
        })}
        actions={create}
      />
      <PageList
        name="custom-fields"
        label={t('custom-fields:customFields')}
        columns={columns}
        result={result}
        list={list}
        rowLink={({ id }) => paths.customField(organization.slug, id)}
        toolbar={<FieldFilters list={list} />}
        filters={filters}
        act={deletionOf(remove, t('shared:lost.fields'))}
        empty={<NoFields list={list} create={create} />}
      />
    </>
  );
};

const FieldFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('custom-fields:searchCustomFields')} />
    <ChoiceFilter
      list={list}
      name="type"
      label={t('custom-fields:type')}
      options={fieldTypes.map((value) => ({ value, label: nameOfType(value) }))}
    />
  </>
);

const NoFields = ({ list, create }: { list: ListState; create: ReactNode }) => (
  <EmptyList
    list={list}
    icon={<IconForms size={22} />}
    title={t('custom-fields:createYourFirstCustomField')}
    action={create}
    filtered={{
      title: t('custom-fields:noCustomFieldFound'),
      text: t('custom-fields:nothingMatchesTheseFilters'),
    }}
  >
    {t('custom-fields:aCustomFieldIsAQuestion')}
  </EmptyList>
);
