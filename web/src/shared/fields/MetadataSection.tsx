import { Input } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/pages/Section.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import type { MetadataEntry } from './metadata.ts';

type Props = {
  form: {
    values: { metadata: MetadataEntry[] };
    errors: Record<string, unknown>;
    setFieldValue: (key: 'metadata', entries: MetadataEntry[]) => void;
  };
  /** Explains what they are for; default: a general note. */
  description?: string;
};

/** A form section for metadata of the seller's own systems. */
export const MetadataSection = ({ form, description = t('shared:metadataNote') }: Props) => (
  <Section title={t('shared:metadata')} description={description}>
    <Fields form={form} />
  </Section>
);

/** The same among the inputs of a dialog. */
export const MetadataInput = ({ form, description = t('shared:metadataNote') }: Props) => (
  <Input.Wrapper labelElement="div" label={t('shared:metadata')} description={description}>
    <Fields form={form} />
  </Input.Wrapper>
);

const Fields = ({ form }: Pick<Props, 'form'>) => (
  <MetadataFields
    entries={form.values.metadata}
    error={form.errors['metadata'] as string | undefined}
    onChange={(metadata) => form.setFieldValue('metadata', metadata)}
  />
);
