import { skipToken } from '@reduxjs/toolkit/query';
import { renderMarkdown } from '@tessera/proto/api/markdown';
import { useGetDiscountQuery } from '../../api/catalog/discounts.ts';
import { type Product, useGetProductQuery } from '../../api/catalog/products.ts';
import { t } from '../../i18n/t.ts';
import {
  BuyersBenefit,
  BuyersDescription,
  BuyersNote,
  BuyersNotes,
  BuyersView,
} from '../../shared/BuyersView.tsx';
import { describeValue } from '../../shared/describe/discount.ts';
import { describePrice } from '../../shared/describe/price.ts';
import { describeUsage } from '../../shared/describe/usage.ts';
import { formatLength } from '../../ui/format/money.ts';
import type { CheckoutLinkForm } from './checkout-link-form.ts';

/** What the link shows to visitors: its first product, and the others to choose from. */
export const LinkPreview = ({ values }: { values: CheckoutLinkForm }) => {
  const [first, ...others] = values.products;
  const { currentData: product } = useGetProductQuery(first ?? skipToken);
  return (
    <BuyersView
      picture={product?.medias[0]}
      name={product?.name ?? t('products:nameGoesHere')}
      price={product ? priceOf(product) : '—'}
      act={product ? actOf(product) : 'pay'}
      trial={product ? trialOf(product) : null}
      benefits={product?.benefits.map(({ id, description }) => (
        <BuyersBenefit key={id} description={description} />
      ))}
    >
      <BuyersNotes>
        {product && usageLines(product).map((text) => <BuyersNote key={text} text={text} />)}
        {values.discountId !== null && <Discounted id={values.discountId} />}
        {others.slice(0, maxOthers).map((id) => (
          <Other key={id} id={id} />
        ))}
      </BuyersNotes>
      {product?.description && <BuyersDescription html={renderMarkdown(product.description)} />}
    </BuyersView>
  );
};

/** Maximum number of other products listed in the preview. */
const maxOthers = 5;

/** The usage prices on top, in the currency in which the main price is shown. */
const usageLines = ({ prices }: Product): string[] => {
  const metered = prices.filter((price) => price.amountType === 'metered_unit');
  const shown =
    prices.find(({ amountType }) => amountType === 'fixed' || amountType === 'custom') ?? metered[0];
  return metered
    .filter(({ priceCurrency }) => shown && 'priceCurrency' in shown && priceCurrency === shown.priceCurrency)
    .flatMap((price) => describeUsage(price, price.meter.name));
};

const priceOf = ({ prices, recurringInterval, recurringIntervalCount }: Product): string =>
  describePrice(prices, recurringInterval, recurringIntervalCount);

const actOf = ({ isRecurring, prices }: Product) => {
  if (isRecurring) return 'subscribe';
  return prices.some(({ amountType }) => amountType === 'free') ? 'free' : 'pay';
};

const trialOf = ({ trialInterval, trialIntervalCount }: Product): string | null =>
  trialInterval && trialIntervalCount ? formatLength(trialInterval, trialIntervalCount) : null;

const Discounted = ({ id }: { id: string }) => {
  const { currentData: discount } = useGetDiscountQuery(id);
  if (!discount) return null;
  const text = t('checkout-links:previewDiscount', { value: describeValue(discount), name: discount.name });
  return <BuyersNote text={text} />;
};

const Other = ({ id }: { id: string }) => {
  const { currentData: product } = useGetProductQuery(id);
  if (!product) return null;
  const text = t('checkout-links:previewChoose', { name: product.name, price: priceOf(product) });
  return <BuyersNote text={text} />;
};
