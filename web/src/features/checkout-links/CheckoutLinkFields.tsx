import { Input, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DiscountField } from '../../shared/fields/DiscountField.tsx';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import type { Named } from '../../shared/fields/NamedChoices.tsx';
import { ProductsField } from '../../shared/fields/ProductsField.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import type { CheckoutLinkForm } from './checkout-link-form.ts';

type Form = UseFormReturnType<CheckoutLinkForm>;

/** `known`: the products that it sells so far. */
type Props = { form: Form; known?: readonly Named[] };

/** The fields of a checkout link, for creating and editing. */
export const CheckoutLinkFields = ({ form, known = [] }: Props) => (
  <>
    <Section title={t('checkout-links:whatItSells')} description={t('checkout-links:whoFollowsTheLink')}>
      <Stack gap="md">
        <TextInput
          label={t('checkout-links:label')}
          description={t('checkout-links:onlyYouSeeIt')}
          placeholder={t('checkout-links:newsletter')}
          {...form.getInputProps('label')}
        />
        <Products form={form} known={known} />
        <Discount form={form} />
        <Switch
          label={t('checkout-links:buyersMayEnterDiscountCodes')}
          {...form.getInputProps('allowDiscountCodes', { type: 'checkbox' })}
        />
        <Switch
          label={t('checkout-links:askForTheWholeBillingAddress')}
          {...form.getInputProps('requireBillingAddress', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
    <Section title={t('checkout-links:afterwards')} description={t('checkout-links:allOfThisIsOptional')}>
      <TextInput
        label={t('checkout-links:successUrl')}
        description={t('checkout-links:whereBuyersGo')}
        placeholder="https://example.com/thanks?checkout={CHECKOUT_ID}"
        inputMode="url"
        {...form.getInputProps('successUrl')}
      />
    </Section>
    <MetadataSection form={form} description={t('checkout-links:metadataComesWith')} />
  </>
);

const Products = ({ form, known }: Required<Props>) => {
  const { organization } = useCurrentOrganization();
  return (
    <ProductsField
      label={t('checkout-links:products')}
      description={t('checkout-links:buyersChooseOneOfThem')}
      placeholder={form.values.products.length === 0 ? t('checkout-links:chooseProducts') : ''}
      clearLabel={t('checkout-links:removeAllProducts')}
      nothingFoundMessage={t('checkout-links:noProductOfThisName')}
      known={known}
      empty={
        <div>
          <p>
            <Trans
              i18nKey="checkout-links:youHaveNoProductsYet"
              components={{ a: <TextLink to={paths.newProduct(organization.slug)} /> }}
            />
          </p>
          {form.errors['products'] && <Input.Error role="alert">{form.errors['products']}</Input.Error>}
        </div>
      }
      {...form.getInputProps('products')}
      value={form.values.products}
    />
  );
};

const Discount = ({ form }: { form: Form }) => (
  <DiscountField
    label={t('checkout-links:discount')}
    description={t('checkout-links:takenOffForEveryone')}
    placeholder={t('checkout-links:none')}
    clearable
    clearButtonProps={{ 'aria-label': t('checkout-links:removeTheDiscount') }}
    isHiddenWithoutAny
    {...form.getInputProps('discountId')}
    value={form.values.discountId}
  />
);
