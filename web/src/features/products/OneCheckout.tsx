import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Product } from '../../api/catalog/products.ts';
import { asFailure } from '../../api/request/failure.ts';
import { useCreateCheckoutMutation } from '../../api/sales/checkouts.ts';
import { t } from '../../i18n/t.ts';
import { MetadataInput } from '../../shared/fields/MetadataSection.tsx';
import { PostalAddress } from '../../shared/fields/PostalAddress.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { type GuardedForm, useGuardedForm } from '../../ui/forms/guarded-form.ts';
import {
  checkoutMistakes,
  emptyCheckout,
  isFolded,
  type OneCheckoutForm,
  oneCheckoutFields,
  requestOf,
} from './one-checkout-form.ts';
import { intervalChoices } from './product-form.ts';

type Props = { product: Pick<Product, 'id' | 'isRecurring'>; onBack: () => void };

/** Creates a checkout of the product for one customer, prefilled with known data. */
export const OneCheckout = ({ product, onBack }: Props) => {
  const [create, { data: checkout, isLoading }] = useCreateCheckoutMutation();
  const form = useGuardedForm<OneCheckoutForm>({
    initialValues: emptyCheckout,
    validate: (values) => checkoutMistakes(values, product.id),
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await create(requestOf(values, product.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), oneCheckoutFields));
    form.saved();
  });
  if (checkout)
    return (
      <Stack gap="md">
        <CopyField label={t('products:checkoutOfOne')} value={checkout.url} />
        <Text size="sm" c="dimmed">
          {t('products:goodUntil')} <DateTime value={checkout.expiresAt} withTime />
        </Text>
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('products:backToTheLink')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t('products:checkoutOfOneNote')}</Text>
        <TextInput label={t('ui:email')} type="email" autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label={t('ui:name')} autoComplete="off" {...form.getInputProps('name')} />
        <Advanced form={form} isRecurring={product.isRecurring} />
        <FormError message={form.errors['form'] ?? form.errors['products']} />
        <DialogActions action={t('products:createCheckout')} isBusy={isLoading} onCancel={onBack} />
      </Stack>
    </form>
  );
};

type AdvancedProps = { form: GuardedForm<OneCheckoutForm>; isRecurring: boolean };

/** Rarely used fields: collapsed, unless one has an error. */
const Advanced = ({ form, isRecurring }: AdvancedProps) => {
  const [isOpened, setOpened] = useState(false);
  const isOpen = isOpened || Object.keys(form.errors).some(isFolded);
  return (
    <>
      <Group>
        <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
          {t('products:advanced')}
        </Button>
      </Group>
      {isOpen && (
        <>
          {isRecurring && <Trial form={form} />}
          <PostalAddress form={form} />
          <MetadataInput form={form} description={t('products:customerMetadataNote')} />
        </>
      )}
    </>
  );
};

const Trial = ({ form }: Pick<AdvancedProps, 'form'>) => (
  <>
    <NativeSelect
      label={t('products:trial')}
      data={[
        { value: 'product', label: t('products:trialOfProduct') },
        { value: 'none', label: t('products:noTrial') },
        { value: 'own', label: t('products:trialOfItsOwn') },
      ]}
      {...form.getInputProps('trial')}
    />
    {form.values.trial === 'own' && (
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          aria-label={t('products:trialInterval')}
          inputMode="numeric"
          autoComplete="off"
          maw={110}
          {...form.getInputProps('trialCount')}
        />
        <NativeSelect
          aria-label={t('products:interval')}
          data={intervalChoices(form.values.trialCount)}
          {...form.getInputProps('trialInterval')}
        />
      </Group>
    )}
  </>
);
