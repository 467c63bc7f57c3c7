import { Checkbox, SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListMetersQuery } from '../../api/usage/meters.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { MeterField } from '../../shared/fields/MeterField.tsx';
import { maxChoices } from '../../shared/fields/NamedChoices.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import type { BenefitForm } from './benefit-form.ts';

/** Prepaid units of a meter. */
export const CreditFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => (
  <>
    <NoMeters />
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

/** Says where meters come from, as long as there are none to choose from. */
const NoMeters = () => {
  const { organization } = useCurrentOrganization();
  const { data } = useListMetersQuery({ organizationId: organization.id, limit: maxChoices });
  if (data?.items.length !== 0) return null;
  return (
    <p>
      <Trans
        i18nKey="benefits:youHaveNoMetersYet"
        components={{ a: <TextLink to={paths.newMeter(organization.slug)} isBeside /> }}
      />
    </p>
  );
};
