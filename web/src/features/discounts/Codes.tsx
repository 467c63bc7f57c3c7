import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTicket } from '@tabler/icons-react';
import { DiscountCodesCreate } from '@tessera/proto/api/billing/discount';
import { useState } from 'react';
import {
  codesFile,
  type Discount,
  type DiscountCode,
  useCreateDiscountCodesMutation,
  useListDiscountCodesQuery,
} from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { countOf } from '../../ui/format/typed-values.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

const columns = (): Column<DiscountCode>[] => [
  { key: 'code', header: t('discounts:code'), cell: ({ code }) => <code>{code}</code> },
  {
    key: 'created',
    header: t('ui:created'),
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
    isWide: true,
  },
  {
    key: 'redeemed',
    header: t('discounts:redeemedAt'),
    cell: ({ redeemedAt }) => <DateTime value={redeemedAt} fallback={t('discounts:notYet')} withTime />,
  },
];

/** The single-use codes of the discount. */
export const Codes = ({ discount }: { discount: Discount }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [page, setPage] = useState(1);
  const [isMaking, making] = useDisclosure(false);
  const result = useListDiscountCodesQuery({ id: discount.id, page });
  const hasCodes = (result.data?.pagination.totalCount ?? 0) > 0;
  const make = (
    <GuardedButton variant="default" refusal={writeRefusal} onClick={making.open}>
      {t('discounts:createCodes')}
    </GuardedButton>
  );
  return (
    <Section
      title={t('discounts:codes')}
      description={t('discounts:codesNote')}
      isFlush
      actions={
        hasCodes && (
          <Group gap="xs">
            <Button
              component="a"
              href={codesFile(discount.id)}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              {t('discounts:downloadCsv')}
            </Button>
            {make}
          </Group>
        )
      }
    >
      <DataTable
        isBare
        label={t('discounts:codes')}
        columns={columns()}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState icon={<IconTicket size={22} />} title={t('discounts:noCodes')} level={3} action={make}>
            {t('discounts:noCodesNote')}
          </EmptyState>
        }
      />
      {isMaking && <MakeCodes discount={discount} onClose={making.close} />}
    </Section>
  );
};

type CodesForm = { count: string; prefix: string; form: string };

const requestOf = ({ count, prefix }: CodesForm) => ({
  count: countOf(count) ?? (undefined as never),
  prefix: prefix.trim(),
});

const MakeCodes = ({ discount, onClose }: { discount: Discount; onClose: () => void }) => {
  const [create, { isLoading }] = useCreateDiscountCodesMutation();
  const form = useForm<CodesForm>({
    initialValues: { count: '100', prefix: '', form: '' },
    validate: (values) => checkRequest(DiscountCodesCreate, requestOf(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { data, error } = await create({ id: discount.id, codes: requestOf(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    notifyDone(t('discounts:codesWereMade', { count: data.items.length }));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('discounts:createCodes')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('discounts:howMany')}
            description={t('discounts:howManyNote')}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('count')}
          />
          <TextInput
            label={t('discounts:prefix')}
            description={t('discounts:prefixNote')}
            autoComplete="off"
            {...form.getInputProps('prefix')}
          />
          <FormError message={form.errors['form']} />
          <DialogActions action={t('discounts:createCodes')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
