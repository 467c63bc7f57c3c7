import { useNavigate } from 'react-router';
import { useCreateOAuthClientMutation } from '../../api/organization/oauth-clients.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { ClientFields } from './ClientFields.tsx';
import { type ClientForm, clientErrors, createRequest, fields, newClient } from './client-form.ts';
import { OwnerGate } from './OwnerGate.tsx';

export const NewClientPage = () => (
  <OwnerGate>
    <NewClient />
  </OwnerGate>
);

const NewClient = () => {
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateOAuthClientMutation();
  const form = useGuardedForm<ClientForm>({ initialValues: newClient, validate: clientErrors });
  const submit = form.onSubmit(async (values) => {
    const { data: client, error } = await create(createRequest(values));
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    form.saved();
    notifyDone(t('oauth-apps:wasCreated'));
    await navigate(paths.oauthApp(client.clientId), { replace: true, state: { isNew: true } });
  });
  return (
    <>
      <PageHeader
        title={t('oauth-apps:newApp')}
        parent={{ label: t('oauth-apps:oauthApps'), to: paths.oauthApps }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('oauth-apps:createApp')}
        isBusy={isLoading}
        isDirty={form.isDirty()}
        onCancel={() => navigate(paths.oauthApps)}
      >
        <ClientFields form={form} />
      </FormLayout>
    </>
  );
};
