/** The receipt that a customer gets: pure, from the order as partners are told of it. */
import { plainName } from '@tessera/kit/plain-name';
import { Order } from '@tessera/proto/api/billing/order';
import type { PurchasedBenefit } from '@tessera/proto/api/billing/purchase';
import { formatMoney } from '@tessera/proto/api/money';
import { readReply } from '@tessera/proto/api/wire';

export type Receipt = { subject: string; text: string; html: string };

/** Reads the order out of an event's snapshot. */
export const orderOf = (snapshot: string): Order => readReply(Order, JSON.parse(snapshot), 'snake');

const day = (date: Date): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text as HTML shows it. */
export const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** What a receipt tells besides the order: whom to write to, what was granted, and where to find it again. */
export type Facts = {
  seller: { name: string; email: string | null };
  benefits: PurchasedBenefit[];
  url: string | null;
};

/** The receipt of an order, from its seller. */
export const writeReceipt = (order: Order, { seller, benefits, url }: Facts): Receipt => {
  const rows = linesOf(order);
  const facts = factsOf(order);
  const total = formatMoney(order.totalAmount, order.currency);
  // Seller and buyer choose these names, and either may write to somebody else with them.
  const name = plainName(seller.name, 'the seller');
  const customer = plainName(order.customer.name ?? '', '');
  const subject = `Your order from ${name}: ${plainName(order.product.name, 'your purchase')}`;
  const greeting = customer === '' ? 'Hello,' : `Hello ${customer},`;
  const paid =
    order.totalAmount > 0 ? `${name} has received your payment of ${total}.` : 'There is nothing to pay.';
  const thanks = `Thank you for your order. ${paid}`;
  const text = [
    greeting,
    '',
    thanks,
    '',
    ...rows.map(([label, amount]) => `${label}: ${amount}`),
    `Total: ${total}`,
    '',
    ...benefits.flatMap(({ description, note }) => [description, ...(note ? [note] : []), '']),
    ...(url ? [`Your purchase: ${url}`, ''] : []),
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...(seller.email ? [`Questions? Write to ${name}: ${seller.email}`, ''] : []),
    `This receipt was sent to ${order.customer.email} on behalf of ${name}.`,
  ].join('\n');
  return {
    subject,
    text,
    html: page({ order, seller: { ...seller, name }, benefits, url, rows, facts, total, greeting, thanks }),
  };
};

const linesOf = (order: Order): [string, string][] => [
  ...order.items.map(({ label, amount }): [string, string] => [label, formatMoney(amount, order.currency)]),
  ...(order.discountAmount > 0
    ? [['Discount', `-${formatMoney(order.discountAmount, order.currency)}`] as [string, string]]
    : []),
  ...(order.taxAmount > 0 ? [['Tax', formatMoney(order.taxAmount, order.currency)] as [string, string]] : []),
];

const factsOf = (order: Order): [string, string][] => {
  const end = order.subscription?.currentPeriodEnd;
  return [
    ['Order', order.id],
    ['Date', day(order.createdAt)],
    ...(order.billingName ? [['Billed to', order.billingName] as [string, string]] : []),
    ...(end ? [['Renews on', day(end)] as [string, string]] : []),
  ];
};

type Page = Facts & {
  order: Order;
  rows: [string, string][];
  facts: [string, string][];
  total: string;
  greeting: string;
  thanks: string;
};

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const cell = 'padding:12px 0;border-bottom:1px solid #e7e7ec;font-size:15px;color:#1b1b22';
const small = 'padding:4px 0;font-size:13px;color:#5f5f6b';

const row = (content: string): string => `<tr><td style="padding:24px 32px 0">${content}</td></tr>`;

/** What the seller tells those who have bought this. */
const benefitsPart = (benefits: PurchasedBenefit[]): string =>
  benefits.length === 0
    ? ''
    : row(
        [
          '<p style="margin:0 0 8px;font-size:13px;font-weight:600;color:#5f5f6b">What you get</p>',
          ...benefits.map(
            ({ description, note }) =>
              `<p style="margin:0;font-size:15px;line-height:1.6;color:#1b1b22">${escape(description)}</p>
${note ? `<p style="${noteStyle}">${escape(note).replaceAll(/\r?\n/g, '<br>')}</p>` : ''}`,
          ),
        ].join('\n'),
      );

const noteStyle =
  'margin:4px 0 16px;padding:12px 16px;border-radius:8px;background:#f4f4f7;font-size:14px;line-height:1.6;color:#1b1b22;overflow-wrap:anywhere';
const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#0d6b65;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none';

const linkPart = (url: string | null): string =>
  url ? row(`<a href="${escape(url)}" style="${buttonStyle}">View your purchase</a>`) : '';

const supportPart = ({ name, email }: Facts['seller']): string =>
  email
    ? `Questions? Write to ${escape(name)}: <a href="mailto:${escape(email)}" style="color:#5f5f6b">${escape(email)}</a>.<br>`
    : '';

/** Mail programs understand tables and inline styles best. */
const page = ({
  order,
  seller,
  benefits,
  url,
  rows,
  facts,
  total,
  greeting,
  thanks,
}: Page): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your receipt</title></head>
<body style="margin:0;background:#f4f4f7;${font}">
<div style="display:none;max-height:0;overflow:hidden">${escape(plainName(order.product.name, 'Your purchase'))}, ${total}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="padding:32px 16px"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
  style="max-width:560px;background:#ffffff;border:1px solid #e7e7ec;border-radius:12px">
<tr><td style="padding:32px 32px 0">
<p style="margin:0;font-size:13px;font-weight:600;letter-spacing:.02em;color:#5f5f6b">${escape(seller.name)}</p>
<h1 style="margin:12px 0 4px;font-size:32px;line-height:1.2;color:#1b1b22">${total}</h1>
<p style="margin:0;font-size:15px;color:#5f5f6b">Paid on ${day(order.createdAt)}</p>
</td></tr>
<tr><td style="padding:24px 32px 0;font-size:15px;line-height:1.6;color:#1b1b22">
<p style="margin:0 0 8px">${escape(greeting)}</p><p style="margin:0">${escape(thanks)}</p>
</td></tr>
${benefitsPart(benefits)}
${linkPart(url)}
<tr><td style="padding:24px 32px 0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid #e7e7ec">
${rows.map(([label, amount]) => `<tr><td style="${cell}">${escape(label)}</td><td align="right" style="${cell}">${amount}</td></tr>`).join('\n')}
<tr><td style="padding:14px 0;font-size:16px;font-weight:600;color:#1b1b22">Total</td>
<td align="right" style="padding:14px 0;font-size:16px;font-weight:600;color:#1b1b22">${total}</td></tr>
</table>
</td></tr>
<tr><td style="padding:12px 32px 28px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${facts.map(([label, value]) => `<tr><td style="${small}">${label}</td><td align="right" style="${small}">${escape(value)}</td></tr>`).join('\n')}
</table>
</td></tr>
</table>
<p style="max-width:560px;margin:20px auto 0;font-size:12px;line-height:1.5;color:#5f5f6b">
${supportPart(seller)}This receipt was sent to ${escape(order.customer.email)} on behalf of ${escape(seller.name)}.</p>
</td></tr></table>
</body>
</html>`;
