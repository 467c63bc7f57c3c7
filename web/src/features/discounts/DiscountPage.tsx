import { DiscountUpdate } from '@tessera/proto/api/billing/discount';
import { useParams } from 'react-router';
import {
  type Discount,
  useGetDiscountQuery,
  useUpdateDiscountMutation,
} from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import { describeDuration, describeRedemptions, describeValue } from '../../shared/describe/discount.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Codes } from './Codes.tsx';
import { DeleteDiscount } from './DeleteDiscount.tsx';
import { DiscountFields } from './DiscountFields.tsx';
import { DiscountStateBadge } from './DiscountStateBadge.tsx';
import {
  type DiscountForm,
  discountFields,
  formOfDiscount,
  moneyFields,
  unreadable,
  updateRequest,
} from './discount-form.ts';
import { UsedBy } from './UsedBy.tsx';

export const DiscountPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetDiscountQuery(id);
  const parent = { label: t('discounts:discounts'), to: paths.discounts(organization.slug) };
  return (
    <QueryPage result={result} subject={t('discounts:discount')} parent={parent}>
      {(discount) => (
        <>
          <PageHeader
            title={discount.name}
            parent={parent}
            id={discount.id}
            badge={<DiscountStateBadge discount={discount} />}
            description={summaryOf(discount)}
            actions={<DeleteDiscount discount={discount} />}
          />
          <Stacked>
            <EditDiscount key={discount.id} discount={discount} />
            <Codes discount={discount} />
            <UsedBy discountId={discount.id} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const summaryOf = (discount: Discount): string =>
  [
    describeValue(discount),
    describeDuration(discount),
    t('discounts:redeemed', { count: discount.redemptionsCount, redemptions: describeRedemptions(discount) }),
  ].join(' · ');

const EditDiscount = ({ discount }: { discount: Discount }) => {
  const [update] = useUpdateDiscountMutation();
  return (
    <EditForm<DiscountForm>
      initialValues={formOfDiscount(discount)}
      fields={discountFields}
      validate={(values) => ({
        ...checkRequest(DiscountUpdate, updateRequest(values), {
          fields: discountFields,
          money: moneyFields(values),
        }).errors,
        ...unreadable(values),
      })}
      send={(values, before) =>
        update({
          id: discount.id,
          changes: changedParts(updateRequest(values, before), updateRequest(before, before), [
            'amount',
            'currency',
          ]),
        })
      }
    >
      {(form) => <DiscountFields form={form} present={discount} />}
    </EditForm>
  );
};
