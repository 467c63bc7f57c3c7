import { Button, Stack, TextInput } from '@mantine/core';
import { WebhookEndpointUpdate, weaknessOfSecret } from '@tessera/proto/api/webhook/endpoint';
import { useParams } from 'react-router';
import type { z } from 'zod';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  useGetWebhookEndpointQuery,
  useUpdateWebhookEndpointMutation,
  type WebhookEndpoint,
} from '../../api/organization/webhooks.ts';
import { translateServerText } from '../../i18n/server-text.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { CopyAction } from '../../ui/display/CopyField.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { AddressFields } from './AddressFields.tsx';
import { DeleteEndpoint } from './DeleteEndpoint.tsx';
import { Deliveries } from './Deliveries.tsx';
import { EndpointState } from './EndpointState.tsx';
import { EventChoice } from './EventChoice.tsx';
import { type EndpointForm, eventErrors, formOfEndpoint, generateSecret } from './endpoint-form.ts';
import { PauseEndpoint } from './PauseEndpoint.tsx';
import { TestEndpoint } from './TestEndpoint.tsx';

/** The system disables endpoints by itself, and others may pause them. */
const following = { pollingInterval: 5000, skipPollingIfUnfocused: true };

export const WebhookPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetWebhookEndpointQuery(id, following);
  const parent = { label: t('webhooks:webhooks'), to: paths.webhooks(organization.slug) };
  return (
    <QueryPage result={result} subject={t('webhooks:webhookEndpoint')} parent={parent}>
      {(endpoint) => (
        <>
          <PageHeader
            title={new URL(endpoint.url).host}
            description={endpoint.url}
            parent={parent}
            id={endpoint.id}
            badge={endpoint.enabled ? null : <EndpointState endpoint={endpoint} />}
            actions={
              <>
                <TestEndpoint endpoint={endpoint} />
                <PauseEndpoint endpoint={endpoint} />
                <DeleteEndpoint endpoint={endpoint} />
              </>
            }
          />
          <Stacked>
            <Deliveries endpoint={endpoint} />
            <EditEndpoint key={endpoint.id} endpoint={endpoint} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

type Update = z.input<typeof WebhookEndpointUpdate>;

const noteOf = (secret: string): string => {
  if (secret.trim() === '') return t('webhooks:leaveItEmptyToKeep');
  const weakness = weaknessOfSecret(secret.trim());
  return weakness === null ? t('webhooks:copyItNow') : translateServerText(weakness);
};

/** An empty secret keeps the present one. */
const requestOf = ({ url, format, secret, events }: EndpointForm): Update => ({
  url: url.trim(),
  format,
  events: events as NonNullable<Update['events']>,
  ...(secret.trim() === '' ? {} : { secret: secret.trim() }),
});

const EditEndpoint = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const [update] = useUpdateWebhookEndpointMutation();
  return (
    <EditForm<EndpointForm>
      initialValues={formOfEndpoint(endpoint)}
      validate={(values) => ({
        ...checkRequest(WebhookEndpointUpdate, requestOf(values)).errors,
        // An endpoint created through the API without events may stay so.
        ...(endpoint.events.length > 0 && eventErrors(values)),
      })}
      send={(values, before) =>
        update({ id: endpoint.id, changes: changedParts(requestOf(values), requestOf(before)) })
      }
      savedAs={(values) => ({ ...values, secret: '' })}
    >
      {(form) => (
        <>
          <Section title={t('webhooks:endpoint')}>
            <Stack gap="md">
              <AddressFields form={form} />
              <div>
                <TextInput
                  label={t('webhooks:newSigningSecret')}
                  description={noteOf(form.values.secret)}
                  autoComplete="off"
                  rightSection={
                    form.values.secret !== '' && (
                      <CopyAction label={t('webhooks:signingSecret')} value={form.values.secret} />
                    )
                  }
                  {...form.getInputProps('secret')}
                />
                <Button
                  variant="default"
                  size="xs"
                  mt="xs"
                  onClick={() => form.setFieldValue('secret', generateSecret())}
                >
                  {t('webhooks:generateSecret')}
                </Button>
              </div>
            </Stack>
          </Section>
          <Section title={t('webhooks:events')} description={t('webhooks:whatThisEndpointWants')}>
            <EventChoice {...form.getInputProps('events')} />
          </Section>
        </>
      )}
    </EditForm>
  );
};
