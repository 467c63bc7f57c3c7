import { Select, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import { MetadataSection } from '../../shared/fields/MetadataSection.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { FilterFields } from './FilterFields.tsx';
import type { MeterForm } from './meter-form.ts';

const functions = ['count', 'sum', 'max', 'min', 'avg', 'unique'] as const;

export const MeterFields = ({ form }: { form: UseFormReturnType<MeterForm> }) => (
  <>
    <Section title={t('meters:meter')} description={t('meters:meterNote')}>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          placeholder={t('meters:namePlaceholder')}
          {...form.getInputProps('name')}
        />
        <Select
          label={t('meters:aggregation')}
          description={t('meters:aggregationNote')}
          allowDeselect={false}
          data={functions.map((value) => ({ value, label: t(`meters:functions.${value}`) }))}
          {...form.getInputProps('func')}
        />
        {form.values.func !== 'count' && (
          <TextInput
            label={t('meters:ofProperty')}
            description={t(form.values.func === 'unique' ? 'meters:uniqueNote' : 'meters:ofPropertyNote')}
            {...form.getInputProps('property')}
          />
        )}
      </Stack>
    </Section>
    <Section title={t('meters:filter')} description={t('meters:filterNote')}>
      <FilterFields form={form} place="filter" entry={form.values.filter} />
    </Section>
    <MetadataSection form={form} />
  </>
);
