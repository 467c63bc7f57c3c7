import { renderMarkdown } from '@tessera/proto/api/markdown';
import { useListBenefitsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListMetersQuery } from '../../api/meters.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { BuyersDescription, BuyersNotes, BuyersView } from '../../shared/BuyersView.tsx';
import { formatMoney, parseAmount, perInterval } from '../../ui/money.ts';
import { hasTiers } from './metered-form.ts';
import { emptyPrice } from './price-form.ts';
import type { ProductForm } from './product-form.ts';
import { centsOfUnit, unitDecimal } from './unit-price.ts';

/** What buyers will see of the product that stands in the form, as it is typed. */
export const CheckoutPreview = ({ values }: { values: ProductForm }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListBenefitsQuery({ organizationId: organization.id, limit: 100 });
  return (
    <BuyersView
      picture={values.medias[0]}
      name={values.name.trim() || t('products:nameGoesHere')}
      price={priceOf(values)}
      act={actOf(values)}
      benefits={data?.items.filter(({ id }) => values.benefits.includes(id)) ?? []}
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

/** What is paid by the unit, on top. */
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
  const notes = priced.flatMap(({ meterId, model, unit, tiers, currency }) => {
    const cents = centsOfUnit(hasTiers(model) ? (tiers[0]?.unit ?? '') : unit, currency);
    const name = names.get(meterId ?? '');
    if (cents === null || name === undefined) return [];
    return [
      {
        key: String(meterId),
        text: t('products:previewMetered', { amount: formatUnit(cents, currency), name }),
      },
    ];
  });
  return <BuyersNotes notes={notes} />;
};

/** A price per unit, with as many decimals as it has. */
const formatUnit = (cents: string, currency: string): string =>
  new Intl.NumberFormat(readerLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: 12,
  }).format(unitDecimal(cents, currency) as Intl.StringNumericLiteral);

/** The price in words as the checkout has them; a dash until an amount can be read. */
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
