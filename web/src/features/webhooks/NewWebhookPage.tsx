import { Anchor, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { WebhookEndpointCreate } from '@tessera/proto/api/webhook/endpoint';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useCreateWebhookEndpointMutation } from '../../api/organization/webhooks.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { FormLayout } from '../../ui/forms/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/forms/form-errors.ts';
import { useGuardedForm } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { AddressFields } from './AddressFields.tsx';
import { EventChoice } from './EventChoice.tsx';
import { type EndpointForm, eventErrors, generateSecret } from './endpoint-form.ts';

const suggested = ['order.paid', 'subscription.active', 'subscription.revoked', 'customer.state_changed'];

type Create = z.input<typeof WebhookEndpointCreate>;

const requestOf = ({ url, format, secret, events }: EndpointForm, organizationId: string): Create => ({
  url: url.trim(),
  format,
  secret,
  events: events as Create['events'],
  organizationId,
});

export const NewWebhookPage = () => {
  const { organization, writeRefusal, personRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateWebhookEndpointMutation();
  const form = useGuardedForm<EndpointForm>({
    initialValues: { url: '', format: 'raw', secret: generateSecret(), events: suggested, form: '' },
    validate: (values) => ({
      ...checkRequest(WebhookEndpointCreate, requestOf(values, organization.id)).errors,
      ...eventErrors(values),
    }),
  });
  const submit = form.onSubmit(async (values) => {
    const { data: endpoint, error } = await create(requestOf(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('webhooks:theEndpointWasCreated'));
    await navigate(paths.webhook(organization.slug, endpoint.id), { replace: true });
  });
  return (
    <>
      <PageHeader
        title={t('webhooks:newEndpoint')}
        parent={{ label: t('webhooks:webhooks'), to: paths.webhooks(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('webhooks:createEndpoint')}
        isBusy={isLoading}
        refusal={writeRefusal ?? personRefusal}
        onCancel={() => navigate(paths.webhooks(organization.slug))}
      >
        <Where form={form} />
        <Section title={t('webhooks:events')} description={t('webhooks:whatThisEndpointWants')}>
          <EventChoice {...form.getInputProps('events')} />
        </Section>
      </FormLayout>
    </>
  );
};

const Where = ({ form }: { form: UseFormReturnType<EndpointForm> }) => (
  <Section title={t('webhooks:where')} description={t('webhooks:tesseraPostsJson')}>
    <Stack gap="md">
      <AddressFields form={form} />
      <CopyField
        label={t('webhooks:signingSecret')}
        value={form.values.secret}
        description={t('webhooks:copyItNow')}
      />
      <Anchor href={paths.apiDocsOfWebhooks} target="_blank" rel="noreferrer" size="sm">
        {t('webhooks:howToReceive')}
      </Anchor>
    </Stack>
  </Section>
);
