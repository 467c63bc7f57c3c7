import { SimpleGrid, TextInput } from '@mantine/core';
import { LicenseKeyUpdate } from '@tessera/proto/api/billing/license-key';
import { useParams } from 'react-router';
import { useGetBenefitQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type FullLicenseKey,
  useGetLicenseKeyQuery,
  useUpdateLicenseKeyMutation,
} from '../../api/sales/license-keys.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { customerName } from '../../ui/format/customer-name.ts';
import { DateField } from '../../ui/forms/DateField.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Activations } from './Activations.tsx';
import { KeyState } from './KeyState.tsx';
import { changesOf, formOfKey, type KeyForm, usageOf, validationsOf } from './key-form.ts';
import { SwitchKey } from './SwitchKey.tsx';

export const LicenseKeyPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetLicenseKeyQuery(id);
  const parent = { label: t('license-keys:licenseKeys'), to: paths.licenseKeys(organization.slug) };
  return (
    <QueryPage result={result} subject={t('license-keys:licenseKey')} parent={parent}>
      {(licenseKey) => (
        <>
          <PageHeader
            title={licenseKey.displayKey}
            parent={parent}
            badge={<KeyState licenseKey={licenseKey} />}
            actions={<SwitchKey licenseKey={licenseKey} />}
          />
          <Stacked>
            <Facts licenseKey={licenseKey} />
            <EditKey key={licenseKey.id} licenseKey={licenseKey} />
            <Activations licenseKey={licenseKey} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const Facts = ({ licenseKey }: { licenseKey: FullLicenseKey }) => {
  const { organization } = useCurrentOrganization();
  const { data: benefit } = useGetBenefitQuery(licenseKey.benefitId);
  const { customer, lastValidatedAt, createdAt } = licenseKey;
  return (
    <Section title={t('license-keys:overview')}>
      <CopyField
        label={t('license-keys:key')}
        value={licenseKey.key}
        description={t('license-keys:keyNote')}
      />
      <Details
        items={[
          [
            t('license-keys:customer'),
            <TextLink key="customer" to={paths.customer(organization.slug, customer.id)}>
              {customerName(customer)}
            </TextLink>,
          ],
          [
            t('license-keys:benefit'),
            benefit ? (
              <TextLink key="benefit" to={paths.benefit(organization.slug, benefit.id)}>
                {benefit.description}
              </TextLink>
            ) : (
              '—'
            ),
          ],
          [t('license-keys:usage'), usageOf(licenseKey)],
          [t('license-keys:validations'), validationsOf(licenseKey)],
          [
            t('license-keys:lastValidated'),
            lastValidatedAt === null ? (
              t('license-keys:never')
            ) : (
              <DateTime key="validated" value={lastValidatedAt} withTime />
            ),
          ],
          [t('license-keys:created'), <DateTime key="created" value={createdAt} withTime />],
        ]}
      />
    </Section>
  );
};

const EditKey = ({ licenseKey }: { licenseKey: FullLicenseKey }) => {
  const [update] = useUpdateLicenseKeyMutation();
  const present = formOfKey(licenseKey);
  return (
    <EditForm<KeyForm>
      initialValues={present}
      validate={(values) => checkRequest(LicenseKeyUpdate, changesOf(values, present)).errors ?? {}}
      send={(values, before) => update({ id: licenseKey.id, changes: changesOf(values, before) })}
    >
      {(form) => (
        <Section title={t('license-keys:limits')} description={t('license-keys:limitsNote')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateField
              withTime
              label={t('license-keys:expires')}
              description={t('license-keys:expiresNote')}
              {...form.getInputProps('expiresAt')}
            />
            <TextInput
              inputMode="numeric"
              label={t('license-keys:limitActivations')}
              description={t('license-keys:limitActivationsNote')}
              {...form.getInputProps('limitActivations')}
            />
            <TextInput
              inputMode="numeric"
              label={t('license-keys:limitUsage')}
              description={t('license-keys:limitUsageNote')}
              {...form.getInputProps('limitUsage')}
            />
            <TextInput
              inputMode="numeric"
              label={t('license-keys:usage')}
              description={t('license-keys:usageNote')}
              {...form.getInputProps('usage')}
            />
          </SimpleGrid>
        </Section>
      )}
    </EditForm>
  );
};
