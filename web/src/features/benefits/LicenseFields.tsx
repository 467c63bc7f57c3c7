import { Checkbox, Group, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import type { BenefitForm } from './benefit-form.ts';

/** Settings of the license keys of a benefit. */
export const LicenseFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={t('benefits:keyPrefix')}
        description={t('benefits:keyPrefixNote')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        {...form.getInputProps('prefix')}
      />
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          inputMode="numeric"
          label={t('benefits:expiresAfter')}
          description={t('benefits:expiresAfterNote')}
          {...form.getInputProps('ttl')}
        />
        <Select
          label={t('benefits:timeframe')}
          w={120}
          allowDeselect={false}
          data={(['day', 'month', 'year'] as const).map((value) => ({
            value,
            label: t(`benefits:timeframes.${value}`, { count: Number(form.values.ttl.trim() || Number.NaN) }),
          }))}
          {...form.getInputProps('timeframe')}
        />
      </Group>
      <TextInput
        inputMode="numeric"
        label={t('benefits:activationLimit')}
        description={t('benefits:activationLimitNote')}
        {...form.getInputProps('activationLimit')}
      />
      <TextInput
        inputMode="numeric"
        label={t('benefits:keyUsageLimit')}
        description={t('benefits:keyUsageLimitNote')}
        {...form.getInputProps('limitUsage')}
      />
    </SimpleGrid>
    {form.values.activationLimit.trim() !== '' && (
      <Checkbox
        label={t('benefits:customersFreeDevices')}
        {...form.getInputProps('enableCustomerAdmin', { type: 'checkbox' })}
      />
    )}
  </>
);
