import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Section } from '../../ui/Section.tsx';
import type { BenefitForm } from './benefit-form.ts';
import { FilesField } from './FilesField.tsx';

type Props = { form: UseFormReturnType<BenefitForm>; isNew: boolean };

export const BenefitFields = ({ form, isNew }: Props) => (
  <Section title={t('benefits:benefit')} description={t('benefits:attachItToProductsEveryone')}>
    <Stack gap="md">
      {isNew && (
        <Choice label={t('benefits:kind')}>
          <SegmentedControl
            aria-label={t('benefits:kind')}
            data={[
              { value: 'custom', label: t('benefits:aNote') },
              { value: 'downloadables', label: t('benefits:files') },
            ]}
            {...form.getInputProps('type')}
          />
        </Choice>
      )}
      <TextInput
        label={t('benefits:description')}
        description={t('benefits:shownAtTheCheckout')}
        placeholder={t('benefits:accessToThePrivateForum')}
        maxLength={42}
        {...form.getInputProps('description')}
      />
      {form.values.type === 'custom' ? (
        <Textarea
          label={t('benefits:noteToTheCustomer')}
          description={t('benefits:optionalShownOnlyToThose')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
      ) : (
        <FilesField form={form} />
      )}
    </Stack>
  </Section>
);
