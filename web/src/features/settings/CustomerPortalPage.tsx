import { Button, NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type Organization,
  useGetOrganizationQuery,
  useUpdateOrganizationMutation,
} from '../../api/organization/organizations.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DiscountField } from '../../shared/fields/DiscountField.tsx';
import { EditForm } from '../../shared/PageForm.tsx';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { changesOf, formOf, type PortalForm, portalFields, requestOf } from './portal-form.ts';

/** What customers see and may do in the portal. */
export const CustomerPortalPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useGetOrganizationQuery(organization.id);
  return (
    <QueryPage result={result} subject={t('settings:portal')}>
      {(profile) => (
        <>
          <PageHeader
            title={t('settings:portal')}
            description={t('settings:portalDescription')}
            actions={
              <Button
                component="a"
                href={paths.customerPages(organization.slug)}
                target="_blank"
                rel="noreferrer"
                variant="default"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                {t('settings:openPortal')}
              </Button>
            }
          />
          <EditPortal key={profile.id} profile={profile} />
        </>
      )}
    </QueryPage>
  );
};

const EditPortal = ({ profile }: { profile: Organization }) => {
  const { organization } = useCurrentOrganization();
  const [update] = useUpdateOrganizationMutation();
  return (
    <EditForm<PortalForm, Organization>
      initialValues={formOf(profile)}
      validate={(values) =>
        checkRequest(OrganizationUpdate, requestOf(values), { fields: portalFields }).errors ?? {}
      }
      send={(values, before) => update({ id: profile.id, changes: changesOf(values, before) })}
      fields={portalFields}
      savedAs={(_values, saved) => formOf(saved)}
    >
      {(form) => (
        <>
          <Section title={t('settings:portalAddress')} description={t('settings:portalAddressNote')}>
            <CopyField
              label={t('settings:portalAddress')}
              value={`${window.location.origin}${paths.customerPages(organization.slug)}`}
            />
            <Text size="sm" c="dimmed" mt="md">
              {t('settings:viewAsCustomerNote')}{' '}
              <TextLink to={paths.customers(organization.slug)}>{t('settings:toCustomers')}</TextLink>
            </Text>
          </Section>
          <Section title={t('settings:portalParts')} description={t('settings:portalPartsNote')}>
            <Parts form={form} />
          </Section>
          <Section title={t('settings:portalRights')} description={t('settings:portalRightsNote')}>
            <Rights form={form} />
          </Section>
          <Section title={t('settings:offer')} description={t('settings:offerNote')}>
            <Offer form={form} />
          </Section>
        </>
      )}
    </EditForm>
  );
};

type FormProps = { form: GuardedForm<PortalForm> };

const Parts = ({ form }: FormProps) => (
  <Stack gap="md">
    <Switch label={t('settings:partOrders')} {...form.getInputProps('orders', { type: 'checkbox' })} />
    <Switch label={t('settings:partBenefits')} {...form.getInputProps('benefits', { type: 'checkbox' })} />
    <Switch label={t('settings:partUsage')} {...form.getInputProps('usage', { type: 'checkbox' })} />
    <Switch
      label={t('settings:partPaymentMethods')}
      {...form.getInputProps('paymentMethods', { type: 'checkbox' })}
    />
  </Stack>
);

const Rights = ({ form }: FormProps) => (
  <Stack gap="md">
    <Switch
      label={t('settings:mayChangeEmail')}
      description={t('settings:mayChangeEmailNote')}
      {...form.getInputProps('allowEmailChange', { type: 'checkbox' })}
    />
    <Switch
      label={t('settings:mayPause')}
      description={t('settings:mayPauseNote')}
      {...form.getInputProps('allowPause', { type: 'checkbox' })}
    />
  </Stack>
);

const Offer = ({ form }: FormProps) => (
  <Stack gap="md">
    <Radio.Group aria-label={t('settings:offer')} {...form.getInputProps('offer')}>
      <Stack gap="xs">
        <Radio value="none" label={t('settings:offerNone')} />
        <Radio value="pause" label={t('settings:offerPause')} />
        <Radio value="discount" label={t('settings:offerDiscount')} />
      </Stack>
    </Radio.Group>
    {form.values.offer === 'pause' && (
      <NumberInput
        label={t('settings:offerMonths')}
        min={1}
        max={12}
        allowDecimal={false}
        // A number out of range is told, not silently another one.
        clampBehavior="none"
        {...form.getInputProps('months')}
      />
    )}
    {form.values.offer === 'discount' && <OfferedDiscount form={form} />}
  </Stack>
);

const OfferedDiscount = ({ form }: FormProps) => (
  <DiscountField
    label={t('settings:discount')}
    description={t('settings:offeredDiscountNote')}
    placeholder={t('settings:chooseDiscount')}
    {...form.getInputProps('discountId')}
    value={form.values.discountId}
  />
);
