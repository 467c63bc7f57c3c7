import { Stack } from '@mantine/core';
import { type StoredFile, useUpdateFileMutation } from '../../api/catalog/files.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { FileFields } from './FileFields.tsx';
import { type FileForm, fileMistakes, formOfFile, updateRequest } from './file-form.ts';

/** Changes a file's name, under which customers save it, and its version. */
export const RenameFile = ({ file, onClose }: { file: StoredFile; onClose: () => void }) => {
  const [update, { isLoading }] = useUpdateFileMutation();
  const form = useGuardedForm<FileForm>({ initialValues: formOfFile(file), validate: fileMistakes });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: file.id, changes: updateRequest(values) });
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
          <FileFields form={form} />
          <DialogActions action={t('ui:saveChanges')} isBusy={isLoading} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
};
