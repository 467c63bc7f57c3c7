import { renderMarkdown } from '@tessera/proto/api/markdown';
import { useGetBenefitQuery, useListBenefitsQuery } from '../../api/catalog/benefits.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useGetMeterQuery, useListMetersQuery } from '../../api/usage/meters.ts';
import { t } from '../../i18n/t.ts';
import {
  BuyersBenefit,
  BuyersDescription,
  BuyersNote,
  BuyersNotes,
  BuyersView,
} from '../../shared/BuyersView.tsx';
import { describeUsage } from '../../shared/describe/usage.ts';
import { formatLength, formatMoney, parseAmount, perInterval } from '../../ui/format/money.ts';
import { usageOf } from './metered-form.ts';
import { emptyPrice } from './price-form.ts';
import { isCount, type ProductForm } from './product-form.ts';

/** Previews the checkout of the product in the form while it is edited. */
export const CheckoutPreview = ({ values }: { values: ProductForm }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListBenefitsQuery({ organizationId: organization.id, limit: 100 });
  const listed = new Map(data?.items.map(({ id, description }) => [id, description]));
  const chosen = data ? values.benefits : [];
  return (
    <BuyersView
      picture={values.medias[0]}
      name={values.name.trim() || t('products:nameGoesHere')}
      price={priceOf(values)}
      act={actOf(values)}
      trial={trialOf(values)}
      benefits={chosen.map((id) => <Benefit key={id} id={id} listed={listed.get(id)} />)}
    >
      <Metered values={values} />
      {values.description.trim() !== '' && <BuyersDescription html={renderMarkdown(values.description)} />}
    </BuyersView>
  );
};

const actOf = ({ interval, priceKind }: ProductForm): 'subscribe' | 'free' | 'pay' => {
  if (interval !== 'once') return 'subscribe';
  return priceKind === 'free' ? 'free' : 'pay';
};

const trialOf = ({ interval, trialInterval, trialCount }: ProductForm): string | null =>
  interval !== 'once' && isCount(trialCount) ? formatLength(trialInterval, Number(trialCount)) : null;

type BenefitProps = { id: string; listed: string | undefined };

/** Benefits, and below meters, beyond the first page of the list are loaded individually. */
const Benefit = ({ id, listed }: BenefitProps) => {
  const { data } = useGetBenefitQuery(id, { skip: listed !== undefined });
  const description = listed ?? data?.description;
  return description === undefined ? null : <BuyersBenefit description={description} />;
};

/** The usage prices, on top. */
const Metered = ({ values }: { values: ProductForm }) => {
  const { interval, metered } = values;
  const { organization } = useCurrentOrganization();
  const priced =
    interval === 'once'
      ? []
      : metered.filter(
          ({ meterId, currency }) =>
            meterId !== null && currency === (values.prices[0]?.currency ?? currency),
        );
  const { data } = useListMetersQuery(
    { organizationId: organization.id, limit: 100 },
    { skip: priced.length === 0 },
  );
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return (
    <BuyersNotes>
      {data &&
        priced.map((row) => (
          <MeteredLine key={row.meterId} row={row} listed={names.get(row.meterId ?? '')} />
        ))}
    </BuyersNotes>
  );
};

type MeteredLineProps = { row: ProductForm['metered'][number]; listed: string | undefined };

/** The row as it would be sent, as far as it can be parsed. */
const MeteredLine = ({ row, listed }: MeteredLineProps) => {
  const { meterId } = row;
  const { data } = useGetMeterQuery(meterId ?? '', { skip: meterId === null || listed !== undefined });
  const name = listed ?? data?.name;
  if (name === undefined) return null;
  return describeUsage(usageOf(row), name).map((text) => <BuyersNote key={text} text={text} />);
};

/** The price in the checkout's words; a dash until an amount can be parsed. */
const priceOf = ({ priceKind, prices, interval, intervalCount }: ProductForm): string => {
  const again = perInterval(interval === 'once' ? null : interval, Number(intervalCount) || 1);
  if (priceKind === 'free') return t('common:free');
  if (priceKind === 'none') return t('common:byUsage', { interval: again });
  const { amount, minimum, currency } = prices[0] ?? emptyPrice;
  const cents = parseAmount(priceKind === 'custom' ? minimum : amount, currency);
  if (priceKind === 'custom')
    return cents === null
      ? t('common:payWhatYouWant', { interval: again })
      : t('common:from', { minimumAmount: formatMoney(cents, currency), interval: again });
  return cents === null ? '—' : formatMoney(cents, currency) + again;
};
