/** Mails about price changes of a subscription. */
import { plainName } from '@tessera/kit/text/plain-name';
import { getSeller } from '../access/organizations/service.ts';
import type { Billing } from '../billing.ts';
import { findPricesByIds } from '../catalog/products/find.ts';
import { findCustomerById } from '../customers/find.ts';
import { findPriceChange } from '../price-changes/entity.ts';
import { fillSubscriptions, findSubscription } from '../subscriptions/find.ts';
import { wordsOf } from './language.ts';
import { addsTax, priceInWords } from './plus-tax.ts';
import { openPortalLink } from './portal-link.ts';
import { mailCustomer } from './send.ts';
import { noticeMail } from './templates/notice.ts';
import { usagePriceTexts } from './templates/usage-prices.ts';
import type { Words } from './templates/words.ts';

type About = { subscriptionId: string; organizationId: string; customerId: string };
type Facts = { seller: string; product: string };
type Written = { subject: string; heading: string; texts: string[] };

/** `amount`: minor units per period, without usage; `appliesAt`: ISO 8601. */
type Announced = About & { priceChangeId: string; amount: bigint; currency: string; appliesAt: string };

export const mailPriceChange = async (
  billing: Billing,
  announced: Announced,
  messageId: string,
): Promise<void> => {
  const em = billing.db.manager;
  const change = await findPriceChange(em, { id: announced.priceChangeId });
  const prices = await findPricesByIds(em, change?.priceIds ?? []);
  await mailAbout(billing, announced, {
    messageId,
    type: 'price-change',
    write: (words, facts, isTaxAdded) => {
      const { t } = words;
      const usage = usagePriceTexts(prices, { currency: announced.currency, isTaxAdded }, words);
      const isNow = new Date(announced.appliesAt) <= billing.now();
      // In the middle of a period, the rest of it is charged at the new price.
      const hasRest = isNow && change?.applies === 'now' && announced.amount > 0n;
      return {
        subject: t('price.subject', facts),
        heading: t('price.heading'),
        texts: [
          ...pricesInWords(announced, { usage, facts, words, isTaxAdded }),
          ...(hasRest ? [t('price.rest')] : []),
          // A change that applies immediately leaves no time to cancel before it.
          t(isNow ? 'price.cancelAnyTime' : 'price.cancel'),
        ],
      };
    },
  });
};

/** The price of a period, of usage, or both. */
const pricesInWords = (
  { amount, currency, appliesAt }: Announced,
  { usage, facts, words, isTaxAdded }: { usage: string[]; facts: Facts; words: Words; isTaxAdded: boolean },
): string[] => {
  const { t, day } = words;
  const dated = { ...facts, date: day(new Date(appliesAt)) };
  if (usage.length > 0 && amount === 0n) return [t('price.usageText', dated), ...usage];
  const price = { amount: Number(amount), currency, isTaxAdded };
  const text = t('price.text', { ...dated, amount: priceInWords(words, price) });
  return usage.length > 0 ? [text, t('price.andUsage'), ...usage] : [text];
};

export const mailPriceWithdrawal = (billing: Billing, about: About, messageId: string): Promise<void> =>
  mailAbout(billing, about, {
    messageId,
    type: 'price-change-withdrawn',
    write: ({ t }, facts) => ({
      subject: t('price.withdrawnSubject', facts),
      heading: t('price.withdrawnHeading'),
      texts: [t('price.withdrawnText', facts)],
    }),
  });

type Mailing = {
  messageId: string;
  type: string;
  write: (words: Words, facts: Facts, isTaxAdded: boolean) => Written;
};

const mailAbout = async (
  billing: Billing,
  { subscriptionId, organizationId, customerId }: About,
  { messageId, type, write }: Mailing,
): Promise<void> => {
  const em = billing.db.manager;
  const customer = await findCustomerById(em, customerId);
  const row = await findSubscription(em, { id: subscriptionId });
  if (!customer || !row || row.endedAt) return;
  const [full] = await fillSubscriptions(em, [row]);
  const isTaxAdded = full !== undefined && (await addsTax(em, full));
  const words = await wordsOf(em, row.checkoutId);
  const seller = await getSeller(billing, organizationId);
  const facts = {
    seller: plainName(seller.name, words.t('seller')),
    product: plainName(full?.product.name ?? '', words.t('yourPurchase')),
  };
  const portal = await openPortalLink(
    billing,
    { organizationId, customerId, messageId, language: words.language },
    `/subscriptions/${subscriptionId}`,
  );
  const mail = noticeMail(words, { ...write(words, facts, isTaxAdded), seller, action: null, portal });
  const written = { ...mail, to: customer.email, type, messageId };
  await mailCustomer(billing, written, { organizationId, customerId, subscriptionId });
};
