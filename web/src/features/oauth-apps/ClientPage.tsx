import { Box } from '@mantine/core';
import { useParams } from 'react-router';
import {
  type RegisteredClient,
  useGetOAuthClientQuery,
  useUpdateOAuthClientMutation,
} from '../../api/organization/oauth-clients.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { useBefore, useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { ClientFields } from './ClientFields.tsx';
import { Credentials } from './Credentials.tsx';
import { type ClientForm, clientErrors, fields, formOfClient, kindOf, updateRequest } from './client-form.ts';
import { DeleteClient } from './DeleteClient.tsx';
import { HowToConnect } from './HowToConnect.tsx';
import { OwnerGate } from './OwnerGate.tsx';

/** One of the user's apps: its credentials, endpoints and settings. */
export const ClientPage = () => (
  <OwnerGate>
    <Client />
  </OwnerGate>
);

const Client = () => {
  const { clientId = '' } = useParams();
  const result = useGetOAuthClientQuery(clientId);
  const parent = { label: t('oauth-apps:oauthApps'), to: paths.oauthApps };
  return (
    <QueryPage result={result} subject={t('oauth-apps:app')} parent={parent}>
      {(client) => (
        <>
          <PageHeader title={client.clientName} parent={parent} actions={<DeleteClient client={client} />} />
          <Box maw="46rem">
            <Stacked>
              <Credentials client={client} />
              <HowToConnect />
              <EditClient key={client.clientId} client={client} />
            </Stacked>
          </Box>
        </>
      )}
    </QueryPage>
  );
};

const EditClient = ({ client }: { client: RegisteredClient }) => {
  const [update, { isLoading }] = useUpdateOAuthClientMutation();
  const known = formOfClient(client);
  const form = useGuardedForm<ClientForm>({ initialValues: known, validate: clientErrors });
  const [, setBefore] = useBefore(form, known);
  const submit = form.onSubmit(async (values) => {
    const { error } = await update(updateRequest(values, client));
    if (error) return form.setErrors(failureErrors(asFailure(error), fields));
    setBefore(values);
    form.saved(values);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      isDirty={form.isDirty()}
    >
      <ClientFields form={form} present={kindOf(client)} />
    </FormLayout>
  );
};
