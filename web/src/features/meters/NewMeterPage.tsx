import { MeterCreate } from '@tessera/proto/api/billing/meter';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useCreateMeterMutation } from '../../api/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { MeterFields } from './MeterFields.tsx';
import { MeterPreview } from './MeterPreview.tsx';
import { createRequest, emptyMeter, errorsOf, type MeterForm } from './meter-form.ts';

export const NewMeterPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateMeterMutation();
  const form = useGuardedForm<MeterForm>({
    initialValues: emptyMeter,
    validate: (values) =>
      errorsOf(values, checkRequest(MeterCreate, createRequest(values, organization.id)).errors),
  });
  const submit = form.onSubmit(async (values) => {
    const { data: meter, error } = await create(createRequest(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('meters:wasCreated', { name: meter.name }));
    await navigate(paths.meter(organization.slug, meter.id));
  });
  return (
    <>
      <PageHeader
        title={t('meters:newMeter')}
        parent={{ label: t('meters:meters'), to: paths.meters(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form'] ?? form.errors['filter']}
        submitLabel={t('meters:createMeter')}
        isBusy={isLoading}
        refusal={writeRefusal}
        aside={<MeterPreview values={form.values} />}
        onCancel={() => navigate(paths.meters(organization.slug))}
      >
        <MeterFields form={form} />
      </FormLayout>
    </>
  );
};
