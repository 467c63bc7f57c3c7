import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/Section.tsx';
import type { BenefitForm } from './benefit-form.ts';

export const BenefitFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => (
  <Section title={t('benefits:benefit')} description={t('benefits:attachItToProductsEveryone')}>
    <Stack gap="md">
      <TextInput
        label={t('benefits:description')}
        description={t('benefits:shownAtTheCheckout')}
        placeholder={t('benefits:accessToThePrivateForum')}
        maxLength={42}
        {...form.getInputProps('description')}
      />
      <Textarea
        label={t('benefits:noteToTheCustomer')}
        description={t('benefits:optionalShownOnlyToThose')}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('note')}
      />
    </Stack>
  </Section>
);
