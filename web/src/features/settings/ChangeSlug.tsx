import { Stack, Text } from '@mantine/core';
import { OrganizationAddress } from '@tessera/proto/api/billing/organization';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useChangeSlugMutation } from '../../api/organization/organizations.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { SlugField, takenMessage } from '../../shared/fields/SlugField.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormError } from '../../ui/forms/FormError.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { useHold } from '../../ui/forms/guarded-form.ts';

type Errors = { slug?: string | undefined; form?: string };

const SlugShape = OrganizationAddress.pick({ slug: true });

const errorsOf = ({ name, message }: Failure): Errors =>
  name === 'SLUG_IS_TAKEN' ? { slug: takenMessage() } : { form: message };

/** Changes the organization's slug, after explaining what stops working. */
export const ChangeSlug = ({ onClose }: { onClose: () => void }) => {
  const { organization } = useCurrentOrganization();
  const navigate = useNavigate();
  const [change, { isLoading, isSuccess }] = useChangeSlugMutation();
  const [slug, setSlug] = useState(organization.slug);
  const [errors, setErrors] = useState<Errors>({});
  const release = useHold(slug !== organization.slug);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (slug === organization.slug) return setErrors({ slug: t('settings:thisIsThePresentAddress') });
    const { errors: found } = checkRequest(SlugShape, { slug });
    if (found) return setErrors({ slug: found['slug'] });
    const { error } = await change({ organization, slug });
    if (error) return setErrors(errorsOf(asFailure(error)));
    release();
    notifyDone(t('settings:theAddressWasChanged'));
    // With the organization cached, the new URL renders the same component instance, which would keep the dialog.
    onClose();
    await navigate(paths.dangerZone(slug), { replace: true });
  };
  return (
    <Dialog opened onClose={onClose} title={t('settings:changeTheAddress')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Text size="md" c="dimmed" lh={1.55}>
            {t('settings:linksAndBookmarksToStop', { host: window.location.host, slug: organization.slug })}
          </Text>
          <FormError message={errors.form} />
          <SlugField
            label={t('settings:newAddress')}
            isOurs={slug === organization.slug || isLoading || isSuccess}
            value={slug}
            error={errors.slug}
            onChange={(typed) => {
              setSlug(typed);
              setErrors({});
            }}
          />
          <DialogActions
            action={t('settings:changeAddress')}
            isBusy={isLoading}
            isDangerous
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
};
