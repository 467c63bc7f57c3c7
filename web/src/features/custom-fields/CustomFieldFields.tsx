import {
  ActionIcon,
  Button,
  Group,
  Input,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { slugOf } from '@tessera/proto/api/slug';
import { t } from '../../i18n/t.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { DateField } from '../../ui/forms/DateField.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type CustomFieldForm, newOption } from './custom-field-form.ts';
import { FieldPreview } from './FieldPreview.tsx';
import { fieldTypes, isFieldType, nameOfType } from './field-types.ts';

type Form = UseFormReturnType<CustomFieldForm>;

/** The fields of a custom field, with a preview. */
export const CustomFieldFields = ({ form, isNew }: { form: Form; isNew: boolean }) => (
  <>
    <Section title={t('custom-fields:customField')} description={t('custom-fields:forYourselfAndTheApi')}>
      <Stack gap="md">
        <Select
          label={t('custom-fields:type')}
          description={isNew ? undefined : t('custom-fields:theTypeStays')}
          disabled={!isNew}
          allowDeselect={false}
          data={fieldTypes.map((value) => ({ value, label: nameOfType(value) }))}
          {...form.getInputProps('type')}
          onChange={(type) => chooseType(form, type)}
        />
        <Naming form={form} isNew={isNew} />
        {form.values.type === 'select' && <Options form={form} />}
      </Stack>
    </Section>
    <Section title={t('custom-fields:atTheCheckout')} description={t('custom-fields:allOfThisIsOptional')}>
      <Stack gap="md">
        <TextInput
          label={t('custom-fields:label')}
          description={t('custom-fields:theNameIsShownOtherwise')}
          {...form.getInputProps('label')}
        />
        <TextInput label={t('custom-fields:helpText')} {...form.getInputProps('help')} />
        {form.values.type !== 'checkbox' && form.values.type !== 'date' && (
          <TextInput label={t('custom-fields:placeholder')} {...form.getInputProps('placeholder')} />
        )}
        <Bounds form={form} />
      </Stack>
    </Section>
    <MetadataSection form={form} />
    <FieldPreview form={form.values} />
  </>
);

/** Sets the type; a select field starts with one empty option. */
const chooseType = (form: Form, type: string | null): void => {
  if (type === null || !isFieldType(type)) return;
  form.setFieldValue('type', type);
  if (type === 'select' && form.values.options.length === 0) form.insertListItem('options', newOption());
};

/** The name and slug. A new field's slug follows the name until it is edited. */
const Naming = ({ form, isNew }: { form: Form; isNew: boolean }) => {
  const { name, slug } = form.values;
  const follows = isNew && slug === slugOf(name);
  const input = form.getInputProps('name');
  return (
    <>
      <TextInput
        label={t('ui:name')}
        {...input}
        onChange={(event) => {
          input.onChange(event);
          if (follows) form.setFieldValue('slug', slugOf(event.currentTarget.value));
        }}
      />
      <TextInput
        label={t('custom-fields:slug')}
        description={
          isNew ? t('custom-fields:whatAnswersAreCalled') : t('custom-fields:answersMoveToTheNewSlug')
        }
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('slug')}
      />
    </>
  );
};

const Bounds = ({ form }: { form: Form }) => {
  const [least, most] = [form.getInputProps('least'), form.getInputProps('most')];
  switch (form.values.type) {
    case 'text':
      return (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={t('custom-fields:fewestCharacters')} inputMode="numeric" {...least} />
            <TextInput label={t('custom-fields:mostCharacters')} inputMode="numeric" {...most} />
          </SimpleGrid>
          <Switch
            label={t('custom-fields:severalLines')}
            {...form.getInputProps('isLong', { type: 'checkbox' })}
          />
        </>
      );
    case 'number':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={t('custom-fields:smallest')} inputMode="numeric" {...least} />
          <TextInput label={t('custom-fields:largest')} inputMode="numeric" {...most} />
        </SimpleGrid>
      );
    case 'date':
      return (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField label={t('custom-fields:earliest')} {...least} />
          <DateField label={t('custom-fields:latest')} {...most} />
        </SimpleGrid>
      );
    case 'select':
    case 'checkbox':
      return null;
  }
};

const Options = ({ form }: { form: Form }) => (
  <Input.Wrapper
    label={t('custom-fields:options')}
    labelElement="div"
    description={t('custom-fields:theValueIsWhatYouGet')}
    error={form.errors['options']}
  >
    <Stack gap="xs" mt="xs">
      {form.values.options.map(({ key }, index) => (
        <Group key={key} gap="xs" wrap="nowrap" align="start">
          <TextInput
            flex={1}
            aria-label={t('custom-fields:labelOfOption', { number: index + 1 })}
            placeholder={t('custom-fields:label')}
            {...form.getInputProps(`options.${index}.label`)}
          />
          <TextInput
            flex={1}
            aria-label={t('custom-fields:valueOfOption', { number: index + 1 })}
            placeholder={t('custom-fields:value')}
            {...form.getInputProps(`options.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('custom-fields:removeOption', { number: index + 1 })}
            onClick={() => form.removeListItem('options', index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('options', newOption())}
        >
          {t('custom-fields:addOption')}
        </Button>
      </div>
    </Stack>
  </Input.Wrapper>
);
