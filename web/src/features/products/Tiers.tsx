import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { currencySign } from '../../ui/format/currencies.ts';
import { FieldRow } from '../../ui/forms/FieldRow.tsx';
import { emptyMetered } from './metered-form.ts';
import type { ProductForm } from './product-form.ts';

type Props = { form: UseFormReturnType<ProductForm>; index: number };

/** The tiers of a metered price, lowest first; the last one is unlimited. */
export const Tiers = ({ form, index }: Props) => {
  const row = form.values.metered[index];
  if (!row) return null;
  const path = `metered.${index}.tiers`;
  return (
    <Stack gap="xs" w="100%" pl="md">
      {row.tiers.map((_tier, place) => (
        <Tier key={place} form={form} index={index} place={place} />
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem(path, { upTo: '', unit: '', flat: '' }, row.tiers.length - 1)}
        >
          {t('products:addTier')}
        </Button>
      </Group>
    </Stack>
  );
};

const Tier = ({ form, index, place }: Props & { place: number }) => {
  const { tiers, currency } = form.values.metered[index] ?? emptyMetered;
  const path = `metered.${index}.tiers`;
  const typed = { flex: '1 1 120px', autoComplete: 'off' } as const;
  const amount = {
    ...typed,
    leftSection: currencySign(currency),
    leftSectionWidth: 44,
    inputMode: 'decimal',
  } as const;
  const end =
    place === tiers.length - 1
      ? { value: t('products:tierAbove'), disabled: true }
      : { inputMode: 'numeric' as const, ...form.getInputProps(`${path}.${place}.upTo`) };
  const number = place + 1;
  return (
    <FieldRow label={t('products:tierNumber', { number })}>
      <TextInput label={t('products:tierUpTo')} {...typed} {...end} />
      <TextInput
        label={t('products:pricePerUnit')}
        {...amount}
        {...form.getInputProps(`${path}.${place}.unit`)}
      />
      <TextInput
        label={t('products:tierFlat')}
        {...amount}
        {...form.getInputProps(`${path}.${place}.flat`)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={26}
        disabled={tiers.length === 1}
        aria-label={t('products:removeTier', { number })}
        onClick={() => form.removeListItem(path, place)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </FieldRow>
  );
};
