import { Stack, TextInput } from '@mantine/core';
import { FilePatch } from '@tessera/proto/api/billing/file';
import { type StoredFile, useUpdateFileMutation } from '../../api/catalog/files.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';

type Form = { name: string; version: string; form: string };

const requestOf = ({ name, version }: Form) => ({ name: name.trim(), version: version.trim() || null });

/** Changes a file's name, under which customers save it, and its version. */
export const RenameFile = ({ file, onClose }: { file: StoredFile; onClose: () => void }) => {
  const [update, { isLoading }] = useUpdateFileMutation();
  const form = useGuardedForm<Form>({
    initialValues: { name: file.name, version: file.version ?? '', form: '' },
    validate: (values) => checkRequest(FilePatch, requestOf(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: file.id, changes: requestOf(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('ui:yourChangesWereSaved'));
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} title={t('files:renameFile')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <FormError message={form.errors['form']} />
          <TextInput label={t('ui:name')} data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={t('files:version')}
            description={t('files:optionalForYourself')}
            {...form.getInputProps('version')}
          />
          <DialogActions action={t('ui:saveChanges')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
