import { Button, Group, Select, SimpleGrid, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Discount } from '../../api/catalog/discounts.ts';
import { t } from '../../i18n/t.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { ProductsField } from '../../shared/fields/ProductsField.tsx';
import { currencyOptions, currencySign } from '../../ui/format/currencies.ts';
import { amountInput } from '../../ui/format/money.ts';
import { Choice } from '../../ui/forms/Choice.tsx';
import { DateField } from '../../ui/forms/DateField.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type DiscountForm, randomCode } from './discount-form.ts';

type Props = { form: UseFormReturnType<DiscountForm>; present: Discount | null };

/** The fields of a discount. Terms cannot be changed once it was redeemed. */
export const DiscountFields = ({ form, present }: Props) => (
  <>
    <Section title={t('discounts:discount')} description={t('discounts:customersSeeTheName')}>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          placeholder={t('discounts:namePlaceholder')}
          {...form.getInputProps('name')}
        />
        <Code form={form} />
      </Stack>
    </Section>
    <Section
      title={t('discounts:takesOff')}
      description={isRedeemed(present) ? t('discounts:frozen') : t('discounts:termsNote')}
    >
      <Stack gap="md">
        <Value form={form} present={present} />
        <Duration form={form} present={present} />
      </Stack>
    </Section>
    <Section title={t('discounts:limits')} description={t('discounts:limitsNote')}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField withTime label={t('discounts:starts')} {...form.getInputProps('startsAt')} />
          <DateField withTime label={t('discounts:ends')} {...form.getInputProps('endsAt')} />
          <TextInput
            inputMode="numeric"
            label={t('discounts:maxRedemptions')}
            {...form.getInputProps('maxRedemptions')}
          />
          <TextInput
            inputMode="numeric"
            label={t('discounts:maxPerCustomer')}
            {...form.getInputProps('maxPerCustomer')}
          />
        </SimpleGrid>
        <Products form={form} present={present} />
      </Stack>
    </Section>
    <MetadataSection form={form} />
  </>
);

const isRedeemed = (present: Discount | null): boolean => (present?.redemptionsCount ?? 0) > 0;

const Code = ({ form }: Pick<Props, 'form'>) => (
  <TextInput
    label={t('discounts:code')}
    description={t('discounts:codeNote')}
    autoCapitalize="characters"
    autoComplete="off"
    spellCheck={false}
    rightSection={
      <Button variant="subtle" size="compact-sm" onClick={() => form.setFieldValue('code', randomCode())}>
        {t('discounts:generate')}
      </Button>
    }
    rightSectionWidth={104}
    {...form.getInputProps('code')}
  />
);

const Value = ({ form, present }: Props) => {
  const shared: TextInputProps = {
    inputMode: 'decimal',
    autoComplete: 'off',
    maw: 220,
    disabled: isRedeemed(present),
  };
  return (
    <>
      <Choice label={t('discounts:kind')} note={present ? t('discounts:kindStays') : null}>
        <Segments
          label={t('discounts:kind')}
          disabled={present !== null}
          choices={[
            { value: 'percentage', label: t('discounts:percentage') },
            { value: 'fixed', label: t('discounts:fixed') },
          ]}
          {...form.getInputProps('type')}
        />
      </Choice>
      {form.values.type === 'percentage' ? (
        <TextInput
          label={t('discounts:percent')}
          placeholder="20"
          rightSection="%"
          {...shared}
          {...form.getInputProps('percent')}
        />
      ) : (
        <Group gap="xs" align="start">
          <Select
            label={t('discounts:currency')}
            description={t('discounts:currencyNote')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maw={260}
            flex="1 1 180px"
            data={currencyOptions()}
            searchable
            allowDeselect={false}
            disabled={isRedeemed(present)}
            {...form.getInputProps('currency')}
          />
          <TextInput
            label={t('discounts:amount')}
            placeholder={amountInput(500, form.values.currency)}
            leftSection={currencySign(form.values.currency)}
            leftSectionWidth={44}
            {...shared}
            {...form.getInputProps('amount')}
          />
        </Group>
      )}
    </>
  );
};

const Duration = ({ form, present }: Props) => (
  <>
    <Choice label={t('discounts:duration')} note={t('discounts:durationNote')}>
      <Segments
        label={t('discounts:duration')}
        disabled={present !== null}
        choices={[
          { value: 'once', label: t('discounts:once') },
          { value: 'repeating', label: t('discounts:repeating') },
          { value: 'forever', label: t('discounts:forever') },
        ]}
        {...form.getInputProps('duration')}
      />
    </Choice>
    {form.values.duration === 'repeating' && (
      <TextInput
        label={t('discounts:monthsLabel')}
        inputMode="numeric"
        placeholder="3"
        maw={220}
        disabled={isRedeemed(present)}
        {...form.getInputProps('months')}
      />
    )}
  </>
);

const Products = ({ form, present }: Props) => (
  <ProductsField
    label={t('discounts:products')}
    description={t('discounts:productsNote')}
    placeholder={form.values.products.length === 0 ? t('discounts:allProducts') : ''}
    clearLabel={t('discounts:removeAllProducts')}
    nothingFoundMessage={t('discounts:noProductOfThisName')}
    known={present?.products ?? []}
    {...form.getInputProps('products')}
    value={form.values.products}
  />
);
