/** Formats messages for each kind of receiver. Pure. */
import { formatMoney } from '@tessera/proto/api/money';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';

type Data = Record<string, unknown>;
type Field = { name: string; value: string };

/**
 * Returns the body to send: the raw payload, or a message for the incoming webhook of a chat. The title of a test's says
 * that it is one.
 */
export const bodyFor = (format: WebhookFormat, payload: string, isTest = false): string => {
  if (format === 'raw') return payload;
  const { type, data } = JSON.parse(payload) as { type: string; data: Data };
  const title = titleOf(type, data);
  const message = { title: isTest ? `Test: ${title}` : title, fields: fieldsOf(type, data) };
  return JSON.stringify(format === 'discord' ? discordMessage(message) : slackMessage(message));
};

/**
 * Whether an event is sent to chats. Renewals of a subscription, and changes to one that continues, are not (as in the API
 * that the contract describes).
 */
export const isForChats = (type: string, data: Data): boolean =>
  type !== 'subscription.updated' || isOver(data) || endOf(data) !== null;

const isOver = ({ status }: Data): boolean => ['past_due', 'canceled', 'unpaid'].includes(String(status));

const endOf = (data: Data): string | null => {
  const end = data['ends_at'] ?? data['ended_at'];
  return typeof end === 'string' ? end : null;
};

type Message = { title: string; fields: Field[] };

const discordMessage = ({ title, fields }: Message) => ({
  // Push notifications on phones show this and not the embeds.
  content: title,
  embeds: [
    {
      title,
      color: 0x3b5bdb,
      fields: fields.map(({ name, value }) => ({ name, value: escapeDiscord(value), inline: true })),
    },
  ],
  // A customer's name must not be able to mention everyone in the channel.
  allowed_mentions: { parse: [] },
});

/** Maximum length of a value: a field has at most 2,000 characters, and escaping turns one into up to five. */
const slackCharacters = 380;

const slackMessage = ({ title, fields }: Message) => ({
  text: title,
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: title } },
    ...(fields.length > 0
      ? [
          {
            type: 'section',
            fields: fields.map(({ name, value }) => ({
              type: 'mrkdwn',
              text: `*${name}*\n${escapeSlack(cut(value, slackCharacters))}`,
            })),
          },
        ]
      : []),
  ],
});

const titles = new Map([
  ['order.created', 'New Order'],
  ['subscription.created', 'New Subscription'],
  ['subscription.active', 'Active Subscription'],
  ['subscription.canceled', 'Canceled Subscription'],
  ['subscription.uncanceled', 'Uncanceled Subscription'],
  ['subscription.revoked', 'Revoked Subscription'],
]);

/** The titles of the contract's API where it has one, else `benefit_grant.cycled` -> `Benefit grant: cycled`. */
const titleOf = (type: string, data: Data): string => {
  if (type === 'subscription.updated') return isOver(data) ? 'Revoked Subscription' : 'Canceled Subscription';
  const [noun = '', verb = ''] = type.replaceAll('_', ' ').split('.');
  return titles.get(type) ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}`;
};

/** The fields that a chat message shows, at most ten (Slack's limit). The id if there are no others. */
const fieldsOf = (type: string, data: Data): Field[] => {
  const fields = [
    { name: 'Name', value: data['name'] },
    { name: 'Product', value: part(data, 'product')['name'] },
    { name: 'Benefit', value: part(data, 'benefit')['description'] },
    { name: 'Amount', value: moneyOf(data) },
    { name: 'Refunded', value: refundedOf(data) },
    { name: 'Customer', value: part(data, 'customer')['email'] ?? data['customer_email'] },
    { name: 'Subscription', value: type === 'order.created' && data['subscription_id'] ? 'Yes' : null },
    { name: 'E-mail', value: data['email'] },
    { name: 'Status', value: data['status'] },
    { name: 'Ends At', value: type.startsWith('subscription.') ? dayOf(endOf(data)) : null },
    { name: 'Reason', value: data['reason'] },
    { name: 'Description', value: data['description'] },
  ].filter((field): field is Field => typeof field.value === 'string' && field.value.trim() !== '');
  const { id } = data;
  return fields.length > 0 || typeof id !== 'string' ? fields.slice(0, 10) : [{ name: 'Object', value: id }];
};

/** `2026-01-31T…` -> `Jan 31, 2026`, in UTC. */
const dayOf = (moment: string | null): string | null =>
  moment !== null && Number.isFinite(Date.parse(moment))
    ? new Date(moment).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    : null;

const part = (data: Data, key: string): Data => {
  const value = data[key];
  return typeof value === 'object' && value !== null ? (value as Data) : {};
};

const moneyOf = (data: Data): string | null => {
  const amount = data['total_amount'] ?? withTax(data);
  const currency = data['currency'];
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string' || !/^[a-z]{3}$/i.test(currency))
    return null;
  return formatMoney(Number(amount), currency) + intervalOf(data);
};

/** The refunded amount including tax: a refund states them separately. */
const withTax = ({ amount, tax_amount: tax }: Data): unknown =>
  Number.isSafeInteger(amount) && Number.isSafeInteger(tax) ? Number(amount) + Number(tax) : amount;

/** The refunded part of an order: its total alone would read as a full refund. */
const refundedOf = (data: Data): string | null => {
  const { refunded_amount: net, refunded_tax_amount: tax, currency } = data;
  if (!Number.isSafeInteger(net) || !Number.isSafeInteger(tax)) return null;
  const total = Number(net) + Number(tax);
  return total === 0 ? null : moneyOf({ amount: total, currency });
};

/** `/month`, `/3 months`; empty for one-time products. */
const intervalOf = ({ recurring_interval: interval, recurring_interval_count: count }: Data): string => {
  if (typeof interval !== 'string') return '';
  return typeof count === 'number' && count > 1 ? `/${count} ${interval}s` : `/${interval}`;
};

/** Truncates without splitting a surrogate pair, which chats would reject. */
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '')}…` : text;

/**
 * Escapes Markdown for Discord: a customer's name must not be able to render as a link with another text. Truncates without
 * splitting an escape sequence.
 */
const escapeDiscord = (text: string): string =>
  cut(text.replaceAll(/[\\[\]]/g, String.raw`\$&`), 1024).replace(/(?<!\\)((?:\\\\)*)\\…$/, '$1…');

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
