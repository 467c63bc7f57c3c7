/** The receipt that a customer gets: pure, from the order as partners are told of it. */
import { amounts, type Block, button, facts, note, paragraph, small, title } from '@tessera/kit/mail-blocks';
import { type WrittenMail, writeMail } from '@tessera/kit/mail-layout';
import { plainName } from '@tessera/kit/plain-name';
import { Order } from '@tessera/proto/api/billing/order';
import type { PurchasedBenefit } from '@tessera/proto/api/billing/purchase';
import { formatMoney } from '@tessera/proto/api/money';
import { readReply } from '@tessera/proto/api/wire';

/** Reads the order out of an event's snapshot. */
export const orderOf = (snapshot: string): Order => readReply(Order, JSON.parse(snapshot), 'snake');

const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

/** What a receipt tells of its order. */
export type SoldOrder = Pick<
  Order,
  'id' | 'createdAt' | 'currency' | 'totalAmount' | 'discountAmount' | 'taxAmount' | 'billingName'
> & {
  customer: Pick<Order['customer'], 'name' | 'email'>;
  product: Pick<Order['product'], 'name'>;
  subscription: Pick<NonNullable<Order['subscription']>, 'currentPeriodEnd'> | null;
  items: Pick<Order['items'][number], 'label' | 'amount'>[];
};

/** What a receipt tells besides the order: whom to write to, what was granted, and where to find it again. */
export type Facts = {
  seller: { name: string; email: string | null };
  benefits: Pick<PurchasedBenefit, 'description' | 'note'>[];
  url: string | null;
};

/** The receipt of an order, from its seller. */
export const writeReceipt = (order: SoldOrder, { seller, benefits, url }: Facts): WrittenMail => {
  const total = formatMoney(order.totalAmount, order.currency);
  // Seller and buyer choose these names, and either may write to somebody else with them.
  const name = plainName(seller.name, 'the seller');
  const customer = plainName(order.customer.name ?? '', '');
  const paid =
    order.totalAmount > 0 ? `${name} has received your payment of ${total}.` : 'There is nothing to pay.';
  return writeMail({
    subject: `Your order from ${name}: ${plainName(order.product.name, 'your purchase')}`,
    brand: name,
    preview: `${plainName(order.product.name, 'Your purchase')}, ${total}`,
    heading: order.totalAmount > 0 ? total : 'Your order',
    blocks: [
      paragraph(customer === '' ? 'Hello,' : `Hello ${customer},`),
      paragraph(`Thank you for your order. ${paid}`),
      ...benefitsPart(benefits),
      ...(url ? [button('View your purchase', url, 'Your purchase')] : []),
      amounts(linesOf(order), ['Total', total]),
      facts(factsOf(order)),
    ],
    footer: [
      ...questionsTo({ ...seller, name }),
      small(`This receipt was sent to ${order.customer.email} on behalf of ${name}.`),
    ],
  });
};

/** What the seller tells those who have bought this. */
const benefitsPart = (benefits: Facts['benefits']): Block[] =>
  benefits.length === 0
    ? []
    : [
        title('What you get'),
        ...benefits.flatMap(({ description, note: words }) => [
          paragraph(description),
          ...(words ? [note(words)] : []),
        ]),
      ];

/** Whom to write to; nothing where the seller names no address. */
export const questionsTo = ({ name, email }: Facts['seller']): Block[] =>
  email ? [small(`Questions? Write to ${name}: `, { link: `mailto:${email}`, text: email })] : [];

const linesOf = (order: SoldOrder): [string, string][] => [
  ...order.items.map(({ label, amount }): [string, string] => [label, formatMoney(amount, order.currency)]),
  ...(order.discountAmount > 0
    ? [['Discount', `-${formatMoney(order.discountAmount, order.currency)}`] as [string, string]]
    : []),
  ...(order.taxAmount > 0 ? [['Tax', formatMoney(order.taxAmount, order.currency)] as [string, string]] : []),
];

const factsOf = (order: SoldOrder): [string, string][] => {
  const end = order.subscription?.currentPeriodEnd;
  return [
    ['Order', order.id],
    ['Date', day(order.createdAt)],
    ...(order.billingName ? [['Billed to', order.billingName] as [string, string]] : []),
    ...(end ? [['Renews on', day(end)] as [string, string]] : []),
  ];
};
