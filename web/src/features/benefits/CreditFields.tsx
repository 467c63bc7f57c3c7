import { Checkbox, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListMetersQuery } from '../../api/meters.ts';
import { t } from '../../i18n/t.ts';
import { offering } from '../../shared/fields/choices.ts';
import type { BenefitForm } from './benefit-form.ts';

/** Units of a meter that are paid in advance. */
export const CreditFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => {
  const { organization } = useCurrentOrganization();
  const list = useListMetersQuery({ organizationId: organization.id, limit: 100 });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('benefits:meter')}
          placeholder={t('benefits:chooseAMeter')}
          searchable
          {...offering(list, t('benefits:noMeterOfThisName'))}
          data={(list.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('meterId')}
        />
        <TextInput
          inputMode="numeric"
          label={t('benefits:units')}
          placeholder="1000"
          {...form.getInputProps('units')}
        />
      </SimpleGrid>
      <Checkbox
        label={t('benefits:rollover')}
        description={t('benefits:rolloverNote')}
        {...form.getInputProps('rollover', { type: 'checkbox' })}
      />
    </>
  );
};
