import { MultiSelect, SegmentedControl, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useListBenefitsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { paths } from '../../paths.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Section } from '../../ui/Section.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import type { ProductForm } from './product-form.ts';

type Form = UseFormReturnType<ProductForm>;

/** The fields of a product, for making one and for changing one. */
export const ProductFields = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <>
    <Section title="About" description="Customers see this at the checkout.">
      <Stack gap="md">
        <TextInput label="Name" placeholder="Atlas Pro" {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          description="Optional. What someone gets who buys this."
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Section>
    <Section title="Price" description="In US dollars, before tax.">
      <Stack gap="md">
        <Choice label="Billing" note={isNew ? null : intervalNote}>
          <SegmentedControl
            aria-label="Billing"
            disabled={!isNew}
            data={[
              { value: 'once', label: 'One-time' },
              { value: 'month', label: 'Monthly' },
              { value: 'year', label: 'Yearly' },
            ]}
            {...form.getInputProps('interval')}
          />
        </Choice>
        <Choice label="Kind of price">
          <SegmentedControl
            aria-label="Kind of price"
            data={[
              { value: 'fixed', label: 'Fixed' },
              { value: 'custom', label: 'Pay what you want' },
              { value: 'free', label: 'Free' },
            ]}
            {...form.getInputProps('priceKind')}
          />
        </Choice>
        <Amounts form={form} />
      </Stack>
    </Section>
    <Section title="Benefits" description="What customers are given as long as they have paid.">
      <Benefits form={form} />
    </Section>
  </>
);

const intervalNote =
  'The billing of a product stays as it was made. Make a new product for another interval.';

const Amounts = ({ form }: { form: Form }) => {
  const amount = { leftSection: '$', inputMode: 'decimal', autoComplete: 'off' } as const;
  switch (form.values.priceKind) {
    case 'fixed':
      return (
        <TextInput
          label="Amount"
          placeholder="12.00"
          maw={220}
          {...amount}
          {...form.getInputProps('amount')}
        />
      );
    case 'custom':
      return (
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Minimum" description="Optional." {...amount} {...form.getInputProps('minimum')} />
          <TextInput
            label="Suggested"
            description="Optional."
            {...amount}
            {...form.getInputProps('preset')}
          />
          <TextInput label="Maximum" description="Optional." {...amount} {...form.getInputProps('maximum')} />
        </SimpleGrid>
      );
    case 'free':
      return null;
  }
};

/** As many as an organization is likely to have; the list endpoint gives no more at once. */
const maxBenefits = 100;

const Benefits = ({ form }: { form: Form }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListBenefitsQuery({ organizationId: organization.id, limit: maxBenefits });
  if (data?.items.length === 0)
    return (
      <p>
        You have no benefits yet.{' '}
        <TextLink to={paths.newBenefit(organization.slug)}>Create a benefit</TextLink>, then attach it here.
      </p>
    );
  return (
    <MultiSelect
      label="Attached benefits"
      placeholder={form.values.benefits.length === 0 ? 'Choose benefits' : ''}
      data={data?.items.map(({ id, description }) => ({ value: id, label: description })) ?? []}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all benefits' }}
      nothingFoundMessage="No benefit of this name"
      {...form.getInputProps('benefits')}
    />
  );
};
