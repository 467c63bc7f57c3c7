/** How a message is written for each kind of receiver. Pure. */
import { decimalOf } from '@tessera/proto/api/money';
import type { WebhookFormat } from '@tessera/proto/api/webhook/endpoint';

type Data = Record<string, unknown>;
type Field = { name: string; value: string };

/** The body to send: the payload itself, or a message that a chat's incoming webhook accepts. */
export const bodyFor = (format: WebhookFormat, payload: string): string => {
  if (format === 'raw') return payload;
  const { type, data } = JSON.parse(payload) as { type: string; data: Data };
  const message = { title: titleOf(type), fields: fieldsOf(data) };
  return JSON.stringify(format === 'discord' ? discordMessage(message) : slackMessage(message));
};

type Message = { title: string; fields: Field[] };

const discordMessage = ({ title, fields }: Message) => ({
  content: null,
  embeds: [
    {
      title,
      color: 0x3b5bdb,
      fields: fields.map(({ name, value }) => ({ name, value: cut(value, 1024), inline: true })),
    },
  ],
  // A customer's name must not be able to call everyone in the channel.
  allowed_mentions: { parse: [] },
});

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
              text: `*${name}*\n${escapeSlack(cut(value, 500))}`,
            })),
          },
        ]
      : []),
  ],
});

/** `benefit_grant.state_changed` -> `Benefit grant: state changed`. */
const titleOf = (type: string): string => {
  const [noun = '', verb = ''] = type.replaceAll('_', ' ').split('.');
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${verb}`;
};

/** What a reader of a chat wants to know; at most ten, which is what Slack takes. */
const fieldsOf = (data: Data): Field[] =>
  [
    { name: 'Name', value: data['name'] },
    { name: 'Product', value: part(data, 'product')['name'] },
    { name: 'Benefit', value: part(data, 'benefit')['description'] },
    { name: 'Customer', value: part(data, 'customer')['email'] ?? data['customer_email'] },
    { name: 'E-mail', value: data['email'] },
    { name: 'Status', value: data['status'] },
    { name: 'Amount', value: moneyOf(data) },
    { name: 'Reason', value: data['reason'] },
    { name: 'Description', value: data['description'] },
  ].filter((field): field is Field => typeof field.value === 'string' && field.value !== '');

const part = (data: Data, key: string): Data => {
  const value = data[key];
  return typeof value === 'object' && value !== null ? (value as Data) : {};
};

const moneyOf = (data: Data): string | null => {
  const amount = data['total_amount'] ?? data['amount'];
  const currency = data['currency'];
  if (!Number.isSafeInteger(amount) || typeof currency !== 'string') return null;
  return `${decimalOf(Number(amount), currency)} ${currency.toUpperCase()}`;
};

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
