/** The receipt that a customer gets: pure, from the order as partners are told of it. */
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
} from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { Order } from '@tessera/proto/api/billing/order';
import { sayLine } from '@tessera/proto/api/billing/order-line';
import { readReply } from '@tessera/proto/api/wire';
import type { HeldBenefit } from '../entitlements/grants/purchased.ts';
import { dueAmountOf } from '../orders/due.ts';
import type { Words } from './words.ts';

/** Reads the order out of an event's snapshot. */
export const orderOf = (snapshot: string): Order => readReply(Order, JSON.parse(snapshot), 'snake');

/** What a receipt tells of its order. */
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

/** Whom a mail is from: how they are reached, and their color. */
export type MailSeller = { name: string; email: string | null; accentColor: string | null };

/** What a receipt tells besides the order: whom to write to, what was granted, and where to find it again. */
export type Facts = {
  seller: MailSeller;
  benefits: Pick<HeldBenefit, 'description' | 'note'>[];
  url: string | null;
  /** The customer's own pages, where they are opened by the mail. */
  portal: string | null;
  /** Whether what is used costs something, and is charged later. */
  hasUsage: boolean;
  /** How much of the order was too little to be charged, and comes with the next one. */
  carriedAmount: number;
};

/** The receipt of an order, from its seller. */
export const writeReceipt = (
  words: Words,
  order: SoldOrder,
  { seller, benefits, url, portal, hasUsage, carriedAmount }: Facts,
): WrittenMail => {
  const { t } = words;
  const due = dueAmountOf(order);
  const amount = words.money(due, order.currency);
  // Seller and buyer choose these names, and either may write to somebody else with them.
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

/** Whether somebody has just ordered it: a renewal, or a change of a subscription, was not. */
const isOrdered = ({ billingReason }: Pick<SoldOrder, 'billingReason'>): boolean =>
  billingReason === 'purchase' || billingReason === 'subscription_create';

/** What was charged, if anything. */
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

/** What the seller tells those who have bought this. */
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

/** The way to everything that somebody has: a link that signs them in. */
export const portalPart = ({ t }: Words, portal: string | null): Block[] =>
  portal === null ? [] : [linkLine(t('portal.manage'), portal)];

/** Whom to write to; nothing where the seller names no address. */
export const questionsTo = ({ t }: Words, { name, email }: Pick<MailSeller, 'name' | 'email'>): Block[] =>
  email ? [small(t('questions', { seller: name }), { link: `mailto:${email}`, text: email })] : [];

/** What the system itself has worded is said in the mail's language. */
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
  // Below 0 where more is credited than sold.
  ...(order.taxAmount !== 0
    ? [
        [
          words.t(order.taxBehavior === 'inclusive' ? 'receipt.taxIncluded' : 'receipt.tax'),
          words.money(order.taxAmount, order.currency),
        ] as [string, string],
      ]
    : []),
];

/** What the balance has paid of it, and what it has not. */
const balanceLines = (
  { t, money }: Words,
  { totalAmount, appliedBalanceAmount, currency }: SoldOrder,
  carriedAmount: number,
): [string, string][] => {
  // What was too little to be charged before is charged now.
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
  return [
    [t('receipt.order'), order.invoiceNumber],
    [t('receipt.date'), day(order.createdAt)],
    ...(order.billingName ? [[t('receipt.billedTo'), order.billingName] as [string, string]] : []),
    ...whatComes(words, order),
  ];
};

/** How the subscription goes on: a receipt can be sent, and an order be paid, after it was canceled. */
const whatComes = ({ t, day }: Words, order: SoldOrder): [string, string][] => {
  const { subscription } = order;
  const end = subscription?.currentPeriodEnd;
  if (!end || subscription.status === 'canceled' || subscription.status === 'unpaid') return [];
  if (subscription.cancelAtPeriodEnd) return [[t('receipt.ends'), day(end)]];
  if (trialEndOf(order)) return [[t('receipt.trialEnds'), day(end)]];
  return subscription.pauseAtPeriodEnd ? [] : [[t('receipt.renews'), day(end)]];
};
