import { Stack, TextInput } from '@mantine/core';
import { OrganizationAccessTokenUpdate } from '@tessera/proto/api/organization/access-token';
import {
  type OrganizationAccessToken,
  useUpdateAccessTokenMutation,
} from '../../api/organization/access-tokens.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';

type Props = { token: OrganizationAccessToken; onClose: () => void };

/** Renames a token; its scopes and text stay. */
export const RenameToken = ({ token, onClose }: Props) => (
  <Dialog opened onClose={onClose} title={t('access-tokens:renameNamed', { comment: token.comment })}>
    <Form token={token} onClose={onClose} />
  </Dialog>
);

const Form = ({ token, onClose }: Props) => {
  const [rename, { isLoading }] = useUpdateAccessTokenMutation();
  const form = useGuardedForm({
    initialValues: { comment: token.comment, form: '' },
    validate: ({ comment }) =>
      checkRequest(OrganizationAccessTokenUpdate, { comment: comment.trim() }).errors ?? {},
  });
  const submit = form.onSubmit(async ({ comment }) => {
    const { error } = await rename({ id: token.id, changes: { comment: comment.trim() } });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('access-tokens:theTokenIsNowCalled', { comment: comment.trim() }));
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('ui:name')}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('comment')}
        />
        <FormError message={form.errors['form']} />
        <DialogActions action={t('access-tokens:saveName')} isBusy={isLoading} onCancel={onClose} />
      </Stack>
    </form>
  );
};
