import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../i18n/t.ts';
import type { FileForm } from './file-form.ts';

/** The name under which customers save a file, and its version. */
export const FileFields = ({ form }: { form: UseFormReturnType<FileForm> }) => (
  <>
    <TextInput label={t('ui:name')} data-autofocus {...form.getInputProps('name')} />
    <TextInput
      label={t('files:version')}
      description={t('files:optionalForYourself')}
      {...form.getInputProps('version')}
    />
  </>
);
