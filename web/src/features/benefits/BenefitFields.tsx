import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/Section.tsx';
import { type BenefitForm, formKinds } from './benefit-form.ts';
import { FilesField } from './FilesField.tsx';
import { LicenseFields } from './LicenseFields.tsx';

type Props = { form: UseFormReturnType<BenefitForm>; isNew: boolean };

export const BenefitFields = ({ form, isNew }: Props) => (
  <Section title={t('benefits:benefit')} description={t('benefits:attachItToProductsEveryone')}>
    <Stack gap="md">
      {isNew && (
        <Select
          label={t('benefits:kind')}
          allowDeselect={false}
          data={formKinds.map((value) => ({ value, label: t(`benefits:kinds.${value}`) }))}
          {...form.getInputProps('type')}
        />
      )}
      <TextInput
        label={t('benefits:description')}
        description={t('benefits:shownAtTheCheckout')}
        placeholder={t('benefits:accessToThePrivateForum')}
        maxLength={42}
        {...form.getInputProps('description')}
      />
      <FieldsOfKind form={form} />
    </Stack>
  </Section>
);

const FieldsOfKind = ({ form }: Pick<Props, 'form'>) => {
  switch (form.values.type) {
    case 'custom':
      return (
        <Textarea
          label={t('benefits:noteToTheCustomer')}
          description={t('benefits:optionalShownOnlyToThose')}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps('note')}
        />
      );
    case 'downloadables':
      return <FilesField form={form} />;
    case 'license_keys':
      return <LicenseFields form={form} />;
  }
};
