import { MeterUpdate } from '@tessera/proto/api/billing/meter';
import { useParams } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { type Meter, useGetMeterQuery, useUpdateMeterMutation } from '../../api/meters.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { MeterFields } from './MeterFields.tsx';
import { MeterUsage } from './MeterUsage.tsx';
import { errorsOf, formOfMeter, type MeterForm, updateRequest } from './meter-form.ts';

export const MeterPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetMeterQuery(id);
  return (
    <QueryPage result={result} subject={t('meters:meter')}>
      {(meter) => (
        <>
          <PageHeader
            title={meter.name}
            parent={{ label: t('meters:meters'), to: paths.meters(organization.slug) }}
          />
          <Stacked>
            <MeterUsage meter={meter} />
            <EditMeter key={meter.id} meter={meter} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const EditMeter = ({ meter }: { meter: Meter }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateMeterMutation();
  const form = useGuardedForm<MeterForm>({
    initialValues: formOfMeter(meter),
    validate: (values) => errorsOf(values, checkRequest(MeterUpdate, updateRequest(values)).errors),
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: meter.id, changes: updateRequest(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved(values);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form'] ?? form.errors['filter']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
    >
      <MeterFields form={form} />
    </FormLayout>
  );
};
