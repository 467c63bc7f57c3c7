import { BenefitCreate } from '@tessera/proto/api/billing/benefit';
import { type Benefit, useCreateBenefitMutation } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { BenefitFields } from './BenefitFields.tsx';
import {
  type BenefitForm,
  benefitFields,
  benefitMistakes,
  createRequest,
  formOfBenefit,
} from './benefit-form.ts';

export const NewBenefitPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateBenefitMutation();
  const listPath = paths.benefits(organization.slug);
  return (
    <>
      <PageHeader title={t('benefits:newBenefit')} parent={{ label: t('benefits:benefits'), to: listPath }} />
      <CreateForm<BenefitForm, Benefit>
        initialValues={formOfBenefit(null)}
        fields={benefitFields}
        validate={(values) =>
          benefitMistakes(
            checkRequest(BenefitCreate, createRequest(values, organization.id), { fields: benefitFields })
              .errors,
            values,
          )
        }
        send={(values) => create(createRequest(values, organization.id))}
        submitLabel={t('benefits:createBenefit')}
        listPath={listPath}
        done={({ description }) => t('benefits:wasCreated', { description })}
      >
        {(form) => <BenefitFields form={form} isNew />}
      </CreateForm>
    </>
  );
};
