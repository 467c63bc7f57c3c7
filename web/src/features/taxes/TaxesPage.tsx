import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconReceiptTax } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { describeFailure } from '../../api/request/failure.ts';
import {
  type TaxRegistration,
  useGetSellerDetailsQuery,
  useListTaxRegistrationsQuery,
} from '../../api/sales/taxes.ts';
import { t } from '../../i18n/t.ts';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { CreateButton } from '../../ui/forms/GuardedButton.tsx';
import { RowActions } from '../../ui/menus/RowActions.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { isSettled } from '../../ui/pages/is-settled.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { AddRegistration } from './AddRegistration.tsx';
import { ChangeRegistration } from './ChangeRegistration.tsx';
import { describePeriod, describeRate, placeName } from './describe.ts';
import { EndRegistration } from './EndRegistration.tsx';
import { ExportRegistrations } from './ExportRegistrations.tsx';
import { SellerForm } from './SellerForm.tsx';
import { VatWarnings } from './VatWarnings.tsx';

const firstPage = 1;

/** Where a seller collects tax, and the seller's details on invoices. */
export const TaxesPage = () => {
  const { organization } = useCurrentOrganization();
  const details = useGetSellerDetailsQuery(organization.id);
  const registrations = useListTaxRegistrationsQuery({ organizationId: organization.id, page: firstPage });
  const data = isSettled(registrations) ? details.data : undefined;
  return (
    <QueryPage result={{ ...details, data }} subject={t('taxes:taxes')}>
      {(seller) => (
        <>
          <PageHeader title={t('taxes:taxes')} description={t('taxes:taxesDescription')} />
          <Stacked>
            <VatWarnings seller={seller} registrations={registrations.data?.items ?? []} />
            <Registrations />
            <SellerForm key={organization.id} seller={seller} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

type Acts = Record<'change' | 'end', (row: TaxRegistration) => void>;

const columnsOf = (on: Acts): Column<TaxRegistration>[] => [
  { key: 'place', header: t('taxes:place'), cell: (row) => placeName(row) },
  { key: 'rate', header: t('taxes:rate'), cell: (row) => describeRate(row) },
  {
    key: 'number',
    header: t('taxes:taxNumber'),
    cell: ({ taxNumber }) => <span data-figures>{taxNumber ?? '—'}</span>,
    isWide: true,
  },
  { key: 'period', header: t('taxes:period'), cell: (row) => describePeriod(row) },
  {
    key: 'act',
    header: t('taxes:actions'),
    align: 'right',
    cell: (row) => (
      <RowActions>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('taxes:changeRegistration', { place: placeName(row) })}
          onClick={() => on.change(row)}
        >
          {t('taxes:edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="danger"
          aria-label={t('taxes:removePlace', { place: placeName(row) })}
          onClick={() => on.end(row)}
        >
          {t('taxes:remove')}
        </Button>
      </RowActions>
    ),
  },
];

const Registrations = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [page, onPage] = useState(firstPage);
  const [isAdding, adding] = useDisclosure(false);
  const [changed, setChanged] = useState<TaxRegistration | null>(null);
  const [ended, setEnded] = useState<TaxRegistration | null>(null);
  const result = useListTaxRegistrationsQuery({ organizationId: organization.id, page });
  const hasSome = (result.data?.pagination.totalCount ?? 0) > 0;
  const columns = useMemo(
    () =>
      columnsOf({ change: setChanged, end: setEnded }).filter(
        ({ key }) => writeRefusal === null || key !== 'act',
      ),
    [writeRefusal],
  );
  const add = (
    <CreateButton variant="default" refusal={writeRefusal} onClick={adding.open}>
      {t('taxes:addRegistration')}
    </CreateButton>
  );
  const acts = (
    <Group gap="xs">
      {hasSome && <ExportRegistrations organizationId={organization.id} />}
      {add}
    </Group>
  );
  return (
    <Section
      title={t('taxes:registrations')}
      description={t('taxes:registrationsUse')}
      actions={acts}
      isFlush
    >
      <DataTable
        isBare
        label={t('taxes:registrations')}
        columns={columns}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={onPage}
        empty={
          <EmptyState icon={<IconReceiptTax size={22} />} title={t('taxes:noRegistrations')} level={3}>
            {t('taxes:noTaxIsCollected')}
          </EmptyState>
        }
      />
      {isAdding && <AddRegistration onClose={adding.close} />}
      {changed && <ChangeRegistration registration={changed} onClose={() => setChanged(null)} />}
      {ended && <EndRegistration registration={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
};
