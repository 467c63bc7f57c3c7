import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useListBenefitsQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { Trans } from '../../i18n/Trans.tsx';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { maxChoices, type Named, NamedChoices, useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { AskedFields } from './AskedFields.tsx';
import { Billing } from './Billing.tsx';
import { MediaField } from './MediaField.tsx';
import { KindOfPrice, MeteredPrices } from './MeteredPrices.tsx';
import { Prices } from './Prices.tsx';
import type { ProductForm } from './product-form.ts';

type Form = UseFormReturnType<ProductForm>;

/** `benefits`: those that it has so far. */
type Props = { form: Form; isNew: boolean; benefits?: readonly Named[] };

/** The fields of a product, for creating and editing. */
export const ProductFields = ({ form, isNew, benefits = [] }: Props) => (
  <>
    <Section title={t('products:about')} description={t('products:customersSee')}>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          placeholder={t('products:atlasPro')}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('products:description')}
          description={t('products:markdownHelp')}
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
    <Section title={t('products:pictures')} description={t('products:theFirstLeads')}>
      <MediaField form={form} />
    </Section>
    <Section title={t('products:price')} description={t('products:aPriceInEachCurrency')}>
      <Stack gap="md">
        <Billing form={form} isNew={isNew} />
        <KindOfPrice form={form} />
        <Prices form={form} />
      </Stack>
    </Section>
    {form.values.interval !== 'once' && <MeteredPrices form={form} />}
    <Section title={t('products:tax')} description={<WhereTaxIsCollected />}>
      <Stack gap="md">
        <Switch
          label={t('products:pricesContainTax')}
          description={t('products:pricesContainTaxUse')}
          {...form.getInputProps('isTaxIncluded', { type: 'checkbox' })}
        />
        <Switch
          label={t('products:taxApplies')}
          description={t('products:taxAppliesUse')}
          {...form.getInputProps('isTaxApplicable', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
    <Section title={t('products:benefits')} description={t('products:whatCustomersAreGiven')}>
      <Benefits form={form} known={benefits} />
    </Section>
    <Section title={t('products:customFields')} description={t('products:whatTheCheckoutAsksBuyers')}>
      <AskedFields
        asked={form.values.customFields}
        error={form.errors['customFields'] as string | undefined}
        onChange={(asked) => form.setFieldValue('customFields', asked)}
      />
    </Section>
    <MetadataSection form={form} />
  </>
);

const WhereTaxIsCollected = () => {
  const { organization } = useCurrentOrganization();
  return (
    <Trans
      i18nKey="products:taxIsCollected"
      components={{ a: <TextLink to={paths.taxes(organization.slug)} isBeside /> }}
    />
  );
};

const Benefits = ({ form, known }: { form: Form; known: readonly Named[] }) => {
  const { organization } = useCurrentOrganization();
  const search = useChoiceSearch();
  const { query } = search;
  const list = useListBenefitsQuery({
    organizationId: organization.id,
    limit: maxChoices,
    ...(query !== undefined && { query }),
  });
  if (query === undefined && list.data?.items.length === 0)
    return (
      <p>
        <Trans
          i18nKey="products:youHaveNoBenefitsYet"
          components={{ a: <TextLink to={paths.newBenefit(organization.slug)} isBeside /> }}
        />
      </p>
    );
  return (
    <Stack gap="xs">
      <NamedChoices
        label={t('products:attachedBenefits')}
        placeholder={form.values.benefits.length === 0 ? t('products:chooseBenefits') : ''}
        clearLabel={t('products:removeAllBenefits')}
        nothingFoundMessage={t('products:noBenefitOfThisName')}
        known={known}
        found={list.data?.items.map(nameOf)}
        list={list}
        search={search}
        {...form.getInputProps('benefits')}
        value={form.values.benefits}
      />
      <TextLink to={paths.newBenefit(organization.slug)} isBeside>
        {t('products:createABenefit')}
      </TextLink>
    </Stack>
  );
};

/** The name of a benefit is its description. */
export const nameOf = ({ id, description }: { id: string; description: string }): Named => ({
  id,
  name: description,
});
