/** The receipt for the customer, from the order as in webhooks. Pure. */
import {
  amounts,
  type Block,
  button,
  facts,
  linkLine,
  note,
  paragraph,
  small,
  title,
} from '@tessera/kit/mail/blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail/layout';
import { plainName } from '@tessera/kit/text/plain-name';
import { Order } from '@tessera/proto/api/billing/order';
import { sayLine } from '@tessera/proto/api/billing/order-line';
import { readReply } from '@tessera/proto/api/wire';
import type { HeldBenefit } from '../../entitlements/grants/purchased.ts';
import { dueAmountOf } from '../../orders/due.ts';
import { type AfterTrial, sayAfterTrial } from './after-trial.ts';
import type { Words } from './words.ts';

/** Parses the order of an event's snapshot. */
export const orderOf = (snapshot: string): Order => readReply(Order, JSON.parse(snapshot), 'snake');

/** The fields of the order that a receipt shows. */
export type SoldOrder = Pick<
  Order,
  | 'invoiceNumber'
  | 'billingReason'
  | 'createdAt'
  | 'currency'
  | 'totalAmount'
  | 'appliedBalanceAmount'
  | 'discountAmount'
  | 'taxAmount'
  | 'taxBehavior'
  | 'billingName'
> & {
  customer: Pick<Order['customer'], 'name' | 'email'>;
  product: Pick<Order['product'], 'name'>;
  subscription: Pick<
    NonNullable<Order['subscription']>,
    'currentPeriodEnd' | 'status' | 'cancelAtPeriodEnd' | 'pauseAtPeriodEnd'
  > | null;
  items: Pick<Order['items'][number], 'label' | 'amount' | 'proration'>[];
};

/** The sender of a mail: name, address for replies, and color. */
export type MailSeller = { name: string; email: string | null; accentColor: string | null };

/** What a receipt shows in addition to the order. `url`: the purchase's page, or null. */
export type Facts = {
  seller: MailSeller;
  benefits: Pick<HeldBenefit, 'description' | 'note'>[];
  url: string | null;
  /** URL of the customer portal, signed in; or null. */
  portal: string | null;
  /** Whether the subscription charges for usage, later. */
  hasUsage: boolean;
  /** The part of the order below the minimum charge, in minor units, carried over to the next one. */
  carriedAmount: number;
  /** What follows the trial that the order begins; null if it begins none, or nothing follows. */
  afterTrial: AfterTrial | null;
};

/** Writes the receipt of an order. */
export const writeReceipt = (
  words: Words,
  order: SoldOrder,
  { seller, benefits, url, portal, hasUsage, carriedAmount, afterTrial }: Facts,
): WrittenMail => {
  const { t } = words;
  const due = dueAmountOf(order);
  const amount = words.money(due, order.currency);
  // Names are chosen by seller and buyer, who must not be able to send links to others by them.
  const name = plainName(seller.name, t('seller'));
  const customer = plainName(order.customer.name ?? '', '');
  const isPaid = due > 0;
  const isFirst = isOrdered(order);
  return writeMail({
    lang: words.language,
    accentColor: seller.accentColor,
    subject: t(isFirst ? 'receipt.subject' : 'receipt.subjectAgain', {
      seller: name,
      product: plainName(order.product.name, t('yourPurchase')),
    }),
    brand: name,
    preview: `${plainName(order.product.name, t('purchase'))}, ${amount}`,
    heading: isPaid ? amount : t(isFirst ? 'receipt.heading' : 'receipt.headingAgain'),
    blocks: [
      paragraph(customer === '' ? t('receipt.hello') : t('receipt.helloName', { name: customer })),
      paragraph(paymentOf(words, order, { seller: name, hasUsage, carriedAmount })),
      ...(afterTrial ? sayAfterTrial(words, afterTrial).map((text) => paragraph(text)) : []),
      ...benefitsPart(words, benefits),
      ...(url ? [button(t('receipt.view'), url, t('purchase'))] : []),
      ...portalPart(words, portal),
      amounts(
        [...linesOf(words, order), ...balanceLines(words, order, carriedAmount)],
        [t('receipt.total'), amount],
      ),
      facts(factsOf(words, order)),
    ],
    footer: [
      ...questionsTo(words, { ...seller, name }),
      small(t('receipt.sentTo', { email: order.customer.email, seller: name })),
    ],
  });
};

/** Whether the customer has just ordered it, unlike a renewal or a change of a subscription. */
const isOrdered = ({ billingReason }: Pick<SoldOrder, 'billingReason'>): boolean =>
  billingReason === 'purchase' || billingReason === 'subscription_create';

/** The sentence on what was charged, if anything. */
const paymentOf = (
  { t, money, day }: Words,
  order: SoldOrder,
  { seller, hasUsage, carriedAmount }: { seller: string } & Pick<Facts, 'hasUsage' | 'carriedAmount'>,
): string => {
  const { totalAmount, currency } = order;
  const due = dueAmountOf(order);
  const isFirst = isOrdered(order);
  const product = plainName(order.product.name, t('yourPurchase'));
  if (due > 0)
    return t(isFirst ? 'receipt.paid' : 'receipt.paidAgain', {
      seller,
      product,
      amount: money(due, currency),
    });
  if (totalAmount < 0) return t('receipt.credited', { seller, amount: money(-totalAmount, currency) });
  if (carriedAmount > 0) return t('receipt.carried', { seller, amount: money(carriedAmount, currency) });
  const trialEnd = trialEndOf(order);
  if (trialEnd) return t('receipt.trial', { date: day(trialEnd) });
  if (!isFirst) return t('receipt.freeAgain', { product });
  return t(hasUsage ? 'receipt.freeUsage' : 'receipt.free');
};

const trialEndOf = ({ subscription }: SoldOrder): Date | null =>
  subscription?.status === 'trialing' ? subscription.currentPeriodEnd : null;

/** The benefits, with the seller's notes. */
const benefitsPart = ({ t }: Words, benefits: Facts['benefits']): Block[] =>
  benefits.length === 0
    ? []
    : [
        title(t('receipt.benefits')),
        ...benefits.flatMap(({ description, note: text }) => [
          paragraph(description),
          ...(text ? [note(text)] : []),
        ]),
      ];

/** The link to the customer portal, which signs in. */
export const portalPart = ({ t }: Words, portal: string | null): Block[] =>
  portal === null ? [] : [linkLine(t('portal.manage'), portal)];

/** The contact of the seller; empty if there is none. */
export const questionsTo = ({ t }: Words, { name, email }: Pick<MailSeller, 'name' | 'email'>): Block[] =>
  email ? [small(t('questions', { seller: name }), { link: `mailto:${email}`, text: email })] : [];

/** The label of an item; those worded by the system are translated. */
const labelOf = (
  { t, number, unitPrice }: Words,
  { currency }: SoldOrder,
  item: SoldOrder['items'][number],
): string =>
  sayLine(item, {
    say: (text, values) => t(`line.${text}`, values),
    number,
    money: (units) => unitPrice(units, currency),
  });

const linesOf = (words: Words, order: SoldOrder): [string, string][] => [
  ...order.items.map((item): [string, string] => [
    labelOf(words, order, item),
    words.money(item.amount, order.currency),
  ]),
  ...(order.discountAmount > 0
    ? [[words.t('receipt.discount'), words.money(-order.discountAmount, order.currency)] as [string, string]]
    : []),
  // Negative if more is credited than sold.
  ...(order.taxAmount !== 0
    ? [
        [
          words.t(order.taxBehavior === 'inclusive' ? 'receipt.taxIncluded' : 'receipt.tax'),
          words.money(order.taxAmount, order.currency),
        ] as [string, string],
      ]
    : []),
];

/** The lines for customer balance used, and balance carried over. */
const balanceLines = (
  { t, money }: Words,
  { totalAmount, appliedBalanceAmount, currency }: SoldOrder,
  carriedAmount: number,
): [string, string][] => {
  // A debt carried over from before is charged now.
  const isBrought = totalAmount > 0 && appliedBalanceAmount > 0;
  const lines: [string, number][] = [
    [t(isBrought ? 'receipt.broughtLine' : 'receipt.balance'), appliedBalanceAmount + carriedAmount],
    [t('receipt.carriedLine'), 0 - carriedAmount],
  ];
  return lines
    .filter(([, amount]) => amount !== 0)
    .map(([label, amount]): [string, string] => [label, money(amount, currency)]);
};

const factsOf = (words: Words, order: SoldOrder): [string, string][] => {
  const { t, day } = words;
  const billedTo = plainName(order.billingName ?? '', '');
  return [
    [t('receipt.order'), order.invoiceNumber],
    [t('receipt.date'), day(order.createdAt)],
    ...(billedTo === '' ? [] : [[t('receipt.billedTo'), billedTo] as [string, string]]),
    ...whatComes(words, order),
  ];
};

/** The next date of the subscription, which may have been canceled before the receipt is sent or the order paid. */
const whatComes = ({ t, day }: Words, order: SoldOrder): [string, string][] => {
  const { subscription } = order;
  const end = subscription?.currentPeriodEnd;
  if (!end || subscription.status === 'canceled' || subscription.status === 'unpaid') return [];
  if (subscription.cancelAtPeriodEnd) return [[t('receipt.ends'), day(end)]];
  if (trialEndOf(order)) return [[t('receipt.trialEnds'), day(end)]];
  return subscription.pauseAtPeriodEnd ? [] : [[t('receipt.renews'), day(end)]];
};
