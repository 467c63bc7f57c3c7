import { BenefitUpdate } from '@tessera/proto/api/billing/benefit';
import { useParams } from 'react-router';
import { type Benefit, useGetBenefitQuery, useUpdateBenefitMutation } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { BenefitFields } from './BenefitFields.tsx';
import { BenefitHolders } from './BenefitHolders.tsx';
import {
  type BenefitForm,
  benefitFields,
  benefitMistakes,
  changesOf,
  formOfBenefit,
  updateRequest,
} from './benefit-form.ts';
import { DeleteBenefit } from './DeleteBenefit.tsx';

export const BenefitPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetBenefitQuery(id);
  const parent = { label: t('benefits:benefits'), to: paths.benefits(organization.slug) };
  return (
    <QueryPage result={result} subject={t('benefits:benefit')} parent={parent}>
      {(benefit) => (
        <>
          <PageHeader
            title={benefit.description}
            parent={parent}
            id={benefit.id}
            badge={<StatusBadge tone="neutral">{t(`benefits:kinds.${benefit.type}`)}</StatusBadge>}
            description={
              benefit.type === 'license_keys' && (
                <TextLink to={paths.licenseKeys(organization.slug, benefit.id)}>
                  {t('benefits:keysOfBenefit')}
                </TextLink>
              )
            }
            actions={<DeleteBenefit benefit={benefit} />}
          />
          <Stacked>
            <EditBenefit key={benefit.id} benefit={benefit} />
            <BenefitHolders benefitId={benefit.id} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const EditBenefit = ({ benefit }: { benefit: Benefit }) => {
  const [update] = useUpdateBenefitMutation();
  return (
    <EditForm<BenefitForm>
      initialValues={formOfBenefit(benefit)}
      fields={benefitFields}
      validate={(values) =>
        benefitMistakes(
          checkRequest(BenefitUpdate, updateRequest(values), { fields: benefitFields }).errors,
          values,
        )
      }
      send={(values, before) => update({ id: benefit.id, changes: changesOf(values, before) })}
    >
      {(form) => <BenefitFields form={form} isNew={false} />}
    </EditForm>
  );
};
