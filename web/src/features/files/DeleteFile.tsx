import { type StoredFile, useDeleteFileMutation } from '../../api/catalog/files.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';

export const DeleteFile = ({ file, onClose }: { file: StoredFile; onClose: () => void }) => {
  const [remove, { isLoading, error }] = useDeleteFileMutation();
  const confirm = async () => {
    const { error: refused } = await remove(file.id);
    if (refused) return;
    notifyDone(t('files:wasDeleted', { name: file.name }));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('files:deleteName', { name: file.name })}
      action={t('files:deleteFile')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {file.service === 'downloadable' ? t('files:customersLoseIt') : t('files:productsLoseIt')}
    </ConfirmDialog>
  );
};
