import { Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { Choice } from '../../ui/forms/Choice.tsx';
import { Segments } from '../../ui/forms/Segments.tsx';
import { intervalChoices, type ProductForm } from './product-form.ts';

type Form = UseFormReturnType<ProductForm>;

/** The billing interval of a product, and its trial. */
export const Billing = ({ form, isNew }: { form: Form; isNew: boolean }) => {
  const isRecurring = form.values.interval !== 'once';
  return (
    <Stack gap="md">
      <Choice label={t('products:billing')} note={isNew ? null : t('products:theBillingOfAProduct')}>
        <Segments
          label={t('products:billing')}
          disabled={!isNew}
          choices={[
            { value: 'once', label: t('products:oneTime') },
            { value: 'again', label: t('products:subscription') },
          ]}
          value={isRecurring ? 'again' : 'once'}
          onChange={(value) => bill(form, value === 'once' ? 'once' : 'month')}
        />
      </Choice>
      {isRecurring && <Every form={form} isNew={isNew} />}
      {isRecurring && <Trial form={form} />}
    </Stack>
  );
};

/** Sets the interval; one-time products cannot be priced by usage only. */
const bill = (form: Form, interval: ProductForm['interval']): void => {
  form.setFieldValue('interval', interval);
  if (interval === 'once' && form.values.priceKind === 'none') form.setFieldValue('priceKind', 'fixed');
};

const Every = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <Group align="flex-end" gap="sm" wrap="nowrap">
    <TextInput
      label={t('products:paidEvery')}
      inputMode="numeric"
      autoComplete="off"
      maw={110}
      disabled={!isNew}
      {...form.getInputProps('intervalCount')}
    />
    <Select
      aria-label={t('products:interval')}
      maw={180}
      disabled={!isNew}
      allowDeselect={false}
      data={intervalChoices(form.values.intervalCount)}
      {...form.getInputProps('interval')}
    />
  </Group>
);

const Trial = ({ form }: { form: Form }) => (
  <Stack gap="xs">
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextInput
        label={t('products:trial')}
        placeholder={t('products:noTrial')}
        inputMode="numeric"
        autoComplete="off"
        maw={110}
        {...form.getInputProps('trialCount')}
      />
      <Select
        aria-label={t('products:trialInterval')}
        maw={180}
        allowDeselect={false}
        data={intervalChoices(form.values.trialCount)}
        {...form.getInputProps('trialInterval')}
      />
    </Group>
    {form.values.trialCount.trim() !== '' && (
      <Switch
        label={t('products:trialNeedsCard')}
        description={t('products:trialNeedsCardNote')}
        {...form.getInputProps('trialNeedsCard', { type: 'checkbox' })}
      />
    )}
  </Stack>
);
