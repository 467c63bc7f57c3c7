import { Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { renderInlineMarkdown } from '@tessera/proto/api/markdown';
import { t } from '../../i18n/t.ts';
import { Section } from '../../ui/pages/Section.tsx';
import type { CustomFieldForm } from './custom-field-form.ts';

/** The field as buyers will see it; input here is discarded. */
export const FieldPreview = ({ form }: { form: CustomFieldForm }) => (
  <Section title={t('custom-fields:preview')} description={t('custom-fields:thisIsWhatBuyersSee')}>
    <Preview form={form} />
  </Section>
);

const Preview = ({ form }: { form: CustomFieldForm }) => {
  const [label, help] = [form.label.trim(), form.help.trim()];
  const shared = {
    label: label === '' ? form.name.trim() || t('custom-fields:untitled') : <Words text={label} />,
    description: help === '' ? undefined : <Words text={help} />,
  };
  const placeholder = form.placeholder.trim() || undefined;
  switch (form.type) {
    case 'text':
      return form.isLong ? (
        <Textarea {...shared} placeholder={placeholder} autosize minRows={3} />
      ) : (
        <TextInput {...shared} placeholder={placeholder} />
      );
    case 'number':
      return <NumberInput {...shared} placeholder={placeholder} allowDecimal={false} />;
    case 'date':
      return <TextInput {...shared} type="date" min={form.least || undefined} max={form.most || undefined} />;
    case 'checkbox':
      return <Checkbox {...shared} />;
    case 'select':
      return <Select {...shared} placeholder={placeholder} data={optionsOf(form)} />;
  }
};

/** Renders text as the checkout does; the renderer escapes the input. */
const Words = ({ text }: { text: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
  <span dangerouslySetInnerHTML={{ __html: renderInlineMarkdown(text) }} />
);

/** Unique options: a list with duplicates, while it is being typed, cannot be rendered. */
const optionsOf = ({ options }: CustomFieldForm) => [
  ...new Map(
    options
      .filter(({ value, label }) => value.trim() || label.trim())
      .map(({ value, label }) => [
        value.trim() || label.trim(),
        { value: value.trim() || label.trim(), label: label.trim() || value.trim() },
      ]),
  ).values(),
];
