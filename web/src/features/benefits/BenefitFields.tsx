import { Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Section } from '../../ui/Section.tsx';
import type { BenefitForm } from './benefit-form.ts';

export const BenefitFields = ({ form }: { form: UseFormReturnType<BenefitForm> }) => (
  <Section title="Benefit" description="Attach it to products; everyone who buys them is given it.">
    <Stack gap="md">
      <TextInput
        label="Description"
        description="Shown at the checkout, at most 42 characters."
        placeholder="Access to the private forum"
        maxLength={42}
        {...form.getInputProps('description')}
      />
      <Textarea
        label="Note to the customer"
        description="Optional, shown only to those who have the benefit: how to get in, whom to write to."
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('note')}
      />
    </Stack>
  </Section>
);
