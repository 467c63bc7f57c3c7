import { IconKey } from '@tabler/icons-react';
import { LicenseKeyStatus } from '@tessera/proto/api/billing/license-key';
import { useMemo } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type LicenseKey,
  useListLicenseKeysQuery,
  useUpdateLicenseKeyMutation,
} from '../../api/sales/license-keys.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { BenefitFilter } from '../../shared/filters/BenefitFilter.tsx';
import { PageList } from '../../shared/PageList.tsx';
import type { BulkAct } from '../../shared/selection/use-bulk-act.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { anId, anyText, oneOf } from '../../ui/filters/values.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { listSubtitle } from '../../ui/table/list-subtitle.ts';
import { KeyState } from './KeyState.tsx';
import { usageOf, validationsOf } from './key-form.ts';

const columnsOf = (): Column<LicenseKey>[] => [
  {
    key: 'customer',
    header: t('license-keys:customer'),
    sort: 'customer',
    cell: ({ customer }) => <Person name={customer.name} email={customer.email} />,
  },
  {
    key: 'key',
    header: t('license-keys:key'),
    cell: ({ displayKey }) => <span data-figures>{displayKey}</span>,
  },
  { key: 'status', header: t('ui:status'), cell: (row) => <KeyState licenseKey={row} /> },
  { key: 'usage', header: t('license-keys:usage'), isWide: true, cell: usageOf },
  {
    key: 'validated',
    header: t('license-keys:lastValidated'),
    sort: '-last_validated_at',
    isWide: true,
    cell: ({ lastValidatedAt }) =>
      lastValidatedAt === null ? t('license-keys:never') : <DateTime value={lastValidatedAt} isRelative />,
  },
  {
    key: 'validations',
    header: t('license-keys:validations'),
    isExtra: true,
    cell: validationsOf,
  },
  {
    key: 'expires',
    header: t('license-keys:expires'),
    sort: 'expires_at',
    isWide: true,
    cell: ({ expiresAt }) => (expiresAt === null ? t('license-keys:never') : <DateTime value={expiresAt} />),
  },
  {
    key: 'created',
    header: t('license-keys:created'),
    sort: '-created_at',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
];

const keyFilters = { query: anyText, status: oneOf(LicenseKeyStatus.options), benefit: anId };

/** Builds the server query from the list state in the URL. */
const filtersOf = (organizationId: string, list: ListState) => {
  const status = LicenseKeyStatus.safeParse(list.filter('status')).data;
  const query = list.filter('query');
  const benefitId = list.filter('benefit');
  return {
    organizationId,
    ...(query !== '' && { query }),
    ...(status && { status }),
    ...(benefitId !== '' && { benefitId }),
  };
};

export const LicenseKeysPage = () => {
  const { organization } = useCurrentOrganization();
  const { id, slug } = organization;
  const act = useDisabling();
  const list = useListState('-created_at', keyFilters);
  const columns = useMemo(() => columnsOf(), []);
  const filters = filtersOf(id, list);
  const result = useListLicenseKeysQuery({ ...filters, sorting: list.sorting, page: list.page });
  return (
    <>
      <PageHeader
        title={t('license-keys:licenseKeys')}
        description={listSubtitle({
          list,
          result,
          counted: (count) => t('license-keys:counted', { count }),
          what: t('license-keys:what'),
        })}
      />
      <PageList
        name="license-keys"
        label={t('license-keys:licenseKeys')}
        columns={columns}
        result={result}
        list={list}
        rowLink={(row) => paths.licenseKey(slug, row.id)}
        toolbar={<KeyFilters list={list} />}
        filters={filters}
        act={act}
        empty={
          <EmptyList
            list={list}
            icon={<IconKey size={22} />}
            title={t('license-keys:noKeysYet')}
            filtered={{ title: t('license-keys:noSuchKeys'), text: t('license-keys:noKeyFits') }}
          >
            {t('license-keys:keysAppear')}
          </EmptyList>
        }
      />
    </>
  );
};

const useDisabling = (): BulkAct<LicenseKey> => {
  const [update] = useUpdateLicenseKeyMutation();
  return {
    label: t('shared:disableSelected'),
    question: (count) => t('shared:disableSelectedQuestion', { count }),
    warning: t('shared:lost.keys'),
    run: ({ id }) => update({ id, changes: { status: 'disabled' } }),
    done: (count) => t('shared:wereDisabled', { count }),
  };
};

const KeyFilters = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label={t('license-keys:search')} />
    <ChoiceFilter
      list={list}
      name="status"
      label={t('ui:status')}
      options={LicenseKeyStatus.options.map((value) => ({
        value,
        label: t(`license-keys:status.${value}`),
      }))}
    />
    <BenefitFilter list={list} label={t('license-keys:benefit')} type="license_keys" />
  </>
);
