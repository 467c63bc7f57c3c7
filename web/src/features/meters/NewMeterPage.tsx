import { MeterCreate } from '@tessera/proto/api/billing/meter';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { type Meter, useCreateMeterMutation } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { MeterFields } from './MeterFields.tsx';
import { MeterPreview } from './MeterPreview.tsx';
import { createRequest, emptyMeter, errorsOf, type MeterForm, meterFields } from './meter-form.ts';

export const NewMeterPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateMeterMutation();
  const listPath = paths.meters(organization.slug);
  return (
    <>
      <PageHeader title={t('meters:newMeter')} parent={{ label: t('meters:meters'), to: listPath }} />
      <CreateForm<MeterForm, Meter>
        initialValues={emptyMeter}
        fields={meterFields}
        validate={(values) =>
          errorsOf(
            values,
            checkRequest(MeterCreate, createRequest(values, organization.id), { fields: meterFields }).errors,
          )
        }
        problem={({ filter }) => filter}
        send={(values) => create(createRequest(values, organization.id))}
        submitLabel={t('meters:createMeter')}
        listPath={listPath}
        done={({ name }) => t('meters:wasCreated', { name })}
        path={({ id }) => paths.meter(organization.slug, id)}
        renderAside={(values) => <MeterPreview values={values} />}
      >
        {(form) => <MeterFields form={form} />}
      </CreateForm>
    </>
  );
};
