import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { DateField } from '../../ui/forms/DateField.tsx';
import { FormError } from '../../ui/forms/FormError.tsx';
import type { Days } from './period.ts';

/** The editable values of a registration; `form` is the key for errors that belong to no field. */
export type RegistrationValues = Days & { taxNumber: string; form: string };

type Props<Values extends RegistrationValues> = {
  title: string;
  action: string;
  form: UseFormReturnType<Values>;
  isBusy: boolean;
  fromNote?: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** Rendered above the fields: the place of a new registration. */
  children?: ReactNode;
};

/** The tax number and dates of a new or existing registration. */
export const RegistrationDialog = <Values extends RegistrationValues>({
  title,
  action,
  form,
  isBusy,
  fromNote,
  onSubmit,
  onClose,
  children,
}: Props<Values>) => (
  <Dialog opened onClose={onClose} title={title}>
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {children}
        <TextInput
          label={t('taxes:taxNumber')}
          description={t('taxes:optional')}
          {...form.getInputProps('taxNumber')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField label={t('taxes:collectFrom')} description={fromNote} {...form.getInputProps('from')} />
          <DateField
            label={t('taxes:lastDay')}
            description={t('taxes:lastDayUse')}
            {...form.getInputProps('lastDay')}
          />
        </SimpleGrid>
        <FormError message={form.errors['form'] as string | undefined} />
        <DialogActions action={action} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  </Dialog>
);

/** Maps request paths of errors to form fields. */
export const registrationFields = { validFrom: 'from', validUntil: 'lastDay' };
