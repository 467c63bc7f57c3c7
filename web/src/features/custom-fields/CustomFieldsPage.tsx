import { Select } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { type CustomField, useListCustomFieldsQuery } from '../../api/custom-fields.ts';
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
import { fieldTypes, isFieldType, nameOfType } from './field-types.ts';

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

export const CustomFieldsPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const list = useListState('name');
  const { page, filter, setFilter } = list;
  const columns = useMemo(() => columnsOf(), []);
  const query = filter('query');
  const type = isFieldType(filter('type')) ? filter('type') : '';
  const filters = { query, ...(type && { type }) };
  const result = useListCustomFieldsQuery({
    organizationId: organization.id,
    page,
    sorting: list.sorting,
    ...filters,
  });
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      to={paths.newCustomField(organization.slug)}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('custom-fields:newCustomField')}
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title={t('custom-fields:customFields')}
        description={t('custom-fields:whatYouAskAtTheCheckout')}
        actions={
          <>
            <ExportLink
              href={exportAddress('custom-fields', { organizationId: organization.id, ...filters })}
            />
            {create}
          </>
        }
      />
      <Filters>
        <SearchField
          label={t('custom-fields:searchCustomFields')}
          value={query}
          onSearch={(text) => setFilter('query', text)}
        />
        <Select
          aria-label={t('custom-fields:type')}
          placeholder={t('custom-fields:allTypes')}
          clearable
          value={type || null}
          onChange={(value) => setFilter('type', value)}
          data={fieldTypes.map((value) => ({ value, label: nameOfType(value) }))}
        />
      </Filters>
      <DataTable
        label={t('custom-fields:customFields')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        rowLink={({ id }) => paths.customField(organization.slug, id)}
        describeError={describeFailure}
        list={list}
        empty={
          query === '' && type === '' ? (
            <EmptyState
              icon={<IconForms size={22} />}
              title={t('custom-fields:createYourFirstCustomField')}
              action={create}
            >
              {t('custom-fields:aCustomFieldIsAQuestion')}
            </EmptyState>
          ) : (
            <EmptyState icon={<IconForms size={22} />} title={t('custom-fields:noCustomFieldFound')}>
              {t('custom-fields:nothingMatchesTheseFilters')}
            </EmptyState>
          )
        }
      />
    </>
  );
};
