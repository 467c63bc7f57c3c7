import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { currencyOptions, currencySign } from '../../ui/format/currencies.ts';
import { amountInput } from '../../ui/format/money.ts';
import { FieldRow } from '../../ui/forms/FieldRow.tsx';
import { emptyPrice } from './price-form.ts';
import type { ProductForm } from './product-form.ts';

type Form = UseFormReturnType<ProductForm>;

/** The price of the product, in one or several currencies. */
export const Prices = ({ form }: { form: Form }) => {
  const { priceKind, prices } = form.values;
  if (priceKind === 'free' || priceKind === 'none') return null;
  const next = currencyOptions().find(({ value }) => prices.every(({ currency }) => currency !== value));
  const add = () => {
    const wanted = (['usd', 'eur', 'gbp'] as const).find((one) =>
      prices.every(({ currency }) => currency !== one),
    );
    const currency = wanted ?? next?.value;
    if (currency) form.insertListItem('prices', { ...emptyPrice, currency });
  };
  return (
    <Stack gap="sm" align="start">
      {prices.map((_price, index) => (
        <Price key={index} form={form} index={index} />
      ))}
      {next && (
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t('products:addCurrency')}
        </Button>
      )}
    </Stack>
  );
};

const Price = ({ form, index }: { form: Form; index: number }) => {
  const { prices } = form.values;
  const own = prices[index]?.currency ?? emptyPrice.currency;
  return (
    <FieldRow wrap="nowrap" label={t('products:priceIn', { currency: own.toUpperCase() })}>
      <Group gap="xs" align="start" flex={1}>
        <Select
          label={t('products:currency')}
          flex="1 1 160px"
          maw={220}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('products:noCurrencyOfThisName')}
          data={currencyOptions().filter(
            ({ value }) => value === own || prices.every(({ currency }) => currency !== value),
          )}
          {...form.getInputProps(`prices.${index}.currency`)}
        />
        <Amounts form={form} index={index} currency={own} />
      </Group>
      {prices.length > 1 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={26}
          aria-label={t('products:removePriceIn', { currency: own.toUpperCase() })}
          onClick={() => form.removeListItem('prices', index)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </FieldRow>
  );
};

const Amounts = ({ form, index, currency }: { form: Form; index: number; currency: string }) => {
  const shared = {
    leftSection: currencySign(currency),
    leftSectionWidth: 44,
    inputMode: 'decimal',
    autoComplete: 'off',
    flex: '1 1 130px',
    maw: 220,
  } as const;
  if (form.values.priceKind === 'fixed')
    return (
      <TextInput
        label={t('products:amount')}
        placeholder={amountInput(1200, currency)}
        {...shared}
        {...form.getInputProps(`prices.${index}.amount`)}
      />
    );
  const fields = [
    ['minimum', t('products:minimum')],
    ['preset', t('products:suggested')],
    ['maximum', t('products:maximum')],
  ] as const;
  return fields.map(([field, label]) => (
    <TextInput
      key={field}
      label={label}
      placeholder={t('products:optional')}
      {...shared}
      {...form.getInputProps(`prices.${index}.${field}`)}
    />
  ));
};
