import { MeterUpdate } from '@tessera/proto/api/billing/meter';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Meter, useGetMeterQuery, useUpdateMeterMutation } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import { Snippets } from '../../shared/ingest/Snippets.tsx';
import { EditForm } from '../../shared/PageForm.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { Alerts } from './Alerts.tsx';
import { MeterFields } from './MeterFields.tsx';
import { MeterUsage } from './MeterUsage.tsx';
import { errorsOf, formOfMeter, type MeterForm, meterFields, updateRequest } from './meter-form.ts';

export const MeterPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetMeterQuery(id);
  const parent = { label: t('meters:meters'), to: paths.meters(organization.slug) };
  return (
    <QueryPage result={result} subject={t('meters:meter')} parent={parent}>
      {(meter) => (
        <>
          <PageHeader title={meter.name} parent={parent} id={meter.id} />
          <Stacked>
            <MeterUsage meter={meter} />
            <Alerts meter={meter} />
            <Section title={t('shared:sendEvents')}>
              <Snippets meter={meter} />
            </Section>
            <EditMeter key={meter.id} meter={meter} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const EditMeter = ({ meter }: { meter: Meter }) => {
  const [update] = useUpdateMeterMutation();
  return (
    <EditForm<MeterForm>
      initialValues={formOfMeter(meter)}
      fields={meterFields}
      validate={(values) =>
        errorsOf(values, checkRequest(MeterUpdate, updateRequest(values), { fields: meterFields }).errors)
      }
      problem={({ filter }) => filter}
      send={(values, before) =>
        update({ id: meter.id, changes: changedParts(updateRequest(values), updateRequest(before)) })
      }
    >
      {(form) => <MeterFields form={form} />}
    </EditForm>
  );
};
