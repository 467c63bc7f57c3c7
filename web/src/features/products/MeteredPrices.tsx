import { ActionIcon, Button, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useListMetersQuery } from '../../api/usage/meters.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { MeterField } from '../../shared/fields/MeterField.tsx';
import { maxChoices } from '../../shared/fields/NamedChoices.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { currencyOptions, currencySign } from '../../ui/format/currencies.ts';
import { decimalInput } from '../../ui/format/typed-values.ts';
import { Choice } from '../../ui/forms/Choice.tsx';
import { FieldRow } from '../../ui/forms/FieldRow.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { emptyMetered, hasTiers, priceModels } from './metered-form.ts';
import type { ProductForm } from './product-form.ts';
import { Tiers } from './Tiers.tsx';
import { firstTiers } from './tiers-form.ts';

type Form = UseFormReturnType<ProductForm>;

const useMeters = (form: Form) => {
  const { organization } = useCurrentOrganization();
  const query = { organizationId: organization.id, limit: maxChoices };
  return useListMetersQuery(query, { skip: form.values.interval === 'once' });
};

const addRow = (form: Form): void =>
  form.insertListItem('metered', {
    ...emptyMetered,
    currency: form.values.prices[0]?.currency ?? emptyMetered.currency,
  });

/** The kind of price: fixed, pay what you want, or free; for subscriptions also usage only, with a first row. */
export const KindOfPrice = ({ form }: { form: Form }) => {
  const { data: meters } = useMeters(form);
  const choose = (kind: ProductForm['priceKind']): void => {
    form.setFieldValue('priceKind', kind);
    if (kind === 'none' && form.values.metered.length === 0 && meters?.items.length) addRow(form);
  };
  return (
    <Choice label={t('products:kindOfPrice')}>
      <Segments<ProductForm['priceKind']>
        label={t('products:kindOfPrice')}
        choices={[
          { value: 'fixed', label: t('products:fixed') },
          { value: 'custom', label: t('products:payWhatYouWant') },
          { value: 'free', label: t('products:free') },
          ...(form.values.interval === 'once'
            ? []
            : [{ value: 'none' as const, label: t('products:byUsageOnly') }]),
        ]}
        value={form.values.priceKind}
        onChange={choose}
      />
    </Choice>
  );
};

/** The usage prices of meters, in addition to the price of the product itself. */
export const MeteredPrices = ({ form }: { form: Form }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useMeters(form);
  return (
    <Section title={t('products:pricesByUsage')} description={t('products:pricesByUsageNote')}>
      {data?.items.length === 0 ? (
        <p>
          <Trans
            i18nKey="products:youHaveNoMetersYet"
            components={{ a: <TextLink to={paths.newMeter(organization.slug)} isBeside /> }}
          />
        </p>
      ) : (
        <Stack gap="sm" align="start">
          {form.values.metered.map((_row, index) => (
            <Row key={index} form={form} index={index} />
          ))}
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => addRow(form)}
          >
            {t('products:addMeteredPrice')}
          </Button>
        </Stack>
      )}
    </Section>
  );
};

type RowProps = { form: Form; index: number };

const Row = ({ form, index }: RowProps) => {
  const model = form.values.metered[index]?.model ?? emptyMetered.model;
  const number = index + 1;
  return (
    <FieldRow label={t('products:priceByUsageNumber', { number })}>
      <MeterField
        label={t('products:meter')}
        placeholder={t('products:chooseMeter')}
        flex="2 1 180px"
        allowDeselect={false}
        nothingFound={t('products:noMeterOfThisName')}
        {...form.getInputProps(`metered.${index}.meterId`)}
      />
      <Select
        label={t('products:currency')}
        flex="1 1 140px"
        data={currencyOptions()}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('products:noCurrencyOfThisName')}
        {...form.getInputProps(`metered.${index}.currency`)}
      />
      <Model form={form} index={index} />
      <Amounts form={form} index={index} />
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={26}
        aria-label={t('products:removePrice', { number })}
        onClick={() => form.removeListItem('metered', index)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {hasTiers(model) && <Tiers form={form} index={index} />}
    </FieldRow>
  );
};

/** The amounts of a price; tiers have their own fields. */
const Amounts = ({ form, index }: RowProps) => {
  const { model, currency } = form.values.metered[index] ?? emptyMetered;
  const amount = {
    flex: '1 1 120px',
    leftSection: currencySign(currency),
    leftSectionWidth: 44,
    inputMode: 'decimal',
    autoComplete: 'off',
  } as const;
  const bound = {
    ...amount,
    description: t('products:optional'),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  };
  return (
    <>
      {!hasTiers(model) && (
        <TextInput
          label={t(model === 'package' ? 'products:pricePerPackage' : 'products:pricePerUnit')}
          placeholder={decimalInput('0.002')}
          {...amount}
          {...form.getInputProps(`metered.${index}.unit`)}
        />
      )}
      {model === 'package' && (
        <TextInput
          label={t('products:unitsPerPackage')}
          placeholder="1000"
          flex="1 1 120px"
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps(`metered.${index}.packageSize`)}
        />
      )}
      <TextInput
        label={t('products:leastAPeriodCosts')}
        {...bound}
        {...form.getInputProps(`metered.${index}.minimum`)}
      />
      <TextInput
        label={t('products:mostAPeriodCosts')}
        {...bound}
        {...form.getInputProps(`metered.${index}.cap`)}
      />
    </>
  );
};

/** The price model of a usage price. Tiered models start with two tiers. */
const Model = ({ form, index }: RowProps) => {
  const row = form.values.metered[index] ?? emptyMetered;
  const choose = (value: string | null): void => {
    const model = priceModels.find((one) => one === value) ?? 'unit';
    form.setFieldValue(`metered.${index}`, {
      ...row,
      model,
      tiers: hasTiers(model) && row.tiers.length === 0 ? firstTiers : row.tiers,
    });
  };
  return (
    <Select
      label={t('products:priceModel')}
      flex="1 1 160px"
      allowDeselect={false}
      data={priceModels.map((value) => ({ value, label: t(`products:priceModels.${value}`) }))}
      value={row.model}
      onChange={choose}
    />
  );
};
