import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { currencySign } from '../../ui/currencies.ts';
import type { ProductForm } from './product-form.ts';

type Props = { form: UseFormReturnType<ProductForm>; index: number };

/** The tiers of a metered price, the lowest first; the last one has no end. */
export const Tiers = ({ form, index }: Props) => {
  const row = form.values.metered[index];
  if (!row) return null;
  const path = `metered.${index}.tiers`;
  const amount = {
    leftSection: currencySign(row.currency),
    leftSectionWidth: 44,
    inputMode: 'decimal',
    autoComplete: 'off',
  } as const;
  return (
    <Stack gap="xs" w="100%" pl="md">
      {row.tiers.map((_tier, place) => {
        const isLast = place === row.tiers.length - 1;
        return (
          <Group key={place} gap="xs" align="start">
            {isLast ? (
              <TextInput
                label={t('products:tierUpTo')}
                flex="1 1 120px"
                value={t('products:tierAbove')}
                disabled
              />
            ) : (
              <TextInput
                label={t('products:tierUpTo')}
                flex="1 1 120px"
                inputMode="numeric"
                autoComplete="off"
                {...form.getInputProps(`${path}.${place}.upTo`)}
              />
            )}
            <TextInput
              label={t('products:pricePerUnit')}
              flex="1 1 120px"
              {...amount}
              {...form.getInputProps(`${path}.${place}.unit`)}
            />
            <TextInput
              label={t('products:tierFlat')}
              flex="1 1 120px"
              {...amount}
              {...form.getInputProps(`${path}.${place}.flat`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={26}
              disabled={row.tiers.length === 1}
              aria-label={t('products:removeTier')}
              onClick={() => form.removeListItem(path, place)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
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
