import { Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useGetIntegrationsQuery } from '../../api/catalog/integrations.ts';
import { t } from '../../i18n/t.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { type BenefitForm, type FormKind, formKinds } from './benefit-form.ts';
import { CreditFields } from './CreditFields.tsx';
import { DiscordFields } from './DiscordFields.tsx';
import { FilesField } from './FilesField.tsx';
import { GitHubFields } from './GitHubFields.tsx';
import { LicenseFields } from './LicenseFields.tsx';
import { useReturned } from './use-returned.ts';

type Props = { form: GuardedForm<BenefitForm>; isNew: boolean };

export const BenefitFields = ({ form, isNew }: Props) => {
  const failure = useReturned(form);
  return (
    <>
      <Section title={t('benefits:benefit')} description={t('benefits:attachItToProductsEveryone')}>
        <Stack gap="md">
          {isNew && <KindField form={form} />}
          <TextInput
            label={t('benefits:description')}
            description={t('benefits:shownAtTheCheckout')}
            placeholder={t('benefits:accessToThePrivateForum')}
            maxLength={42}
            {...form.getInputProps('description')}
          />
          <FieldsOfKind form={form} failure={failure} />
        </Stack>
      </Section>
      <MetadataSection form={form} />
    </>
  );
};

/** The benefit kinds that this installation offers. */
const KindField = ({ form }: Pick<Props, 'form'>) => {
  const { data } = useGetIntegrationsQuery();
  const isOffered = (kind: FormKind): boolean => {
    if (kind === 'discord') return data?.discord.isOffered ?? false;
    return kind === 'github_repository' ? (data?.github.isOffered ?? false) : true;
  };
  return (
    <Select
      label={t('benefits:kind')}
      allowDeselect={false}
      data={formKinds.filter(isOffered).map((value) => ({ value, label: t(`benefits:kinds.${value}`) }))}
      {...form.getInputProps('type')}
    />
  );
};

const FieldsOfKind = ({ form, failure }: Pick<Props, 'form'> & { failure: string | null }) => {
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
    case 'meter_credit':
      return <CreditFields form={form} />;
    case 'discord':
      return <DiscordFields form={form} failure={failure} />;
    case 'github_repository':
      return <GitHubFields form={form} failure={failure} />;
  }
};
