import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { MeterField } from '../../shared/fields/MeterField.tsx';
import type { BenefitForm } from './benefit-form.ts';

/** Prepaid units of a meter. */
export const CreditFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <MeterField
        label={t('benefits:meter')}
        placeholder={t('benefits:chooseAMeter')}
        nothingFound={t('benefits:noMeterOfThisName')}
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
