/** Example code that sends an event, in several languages, with this installation's address. */
import type { ExampleEvent } from './example.ts';

export type Snippet = { name: string; code: string };

/** `origin`: of the installation. The token is a placeholder: tokens cannot be shown again. */
export const snippetsOf = (origin: string, event: ExampleEvent): Snippet[] => [
  { name: 'curl', code: curl(origin, event) },
  { name: 'TypeScript', code: typeScript(origin, event) },
  { name: 'Python', code: python(origin, event) },
];

/** An idempotency key: must be unique per event, repeated events are counted once. */
const externalId = 'event_0001';

const onWire = ({ name, customer, metadata }: ExampleEvent): Record<string, unknown> => ({
  name,
  ...('customerId' in customer
    ? { customer_id: customer.customerId }
    : { external_customer_id: customer.externalCustomerId }),
  external_id: externalId,
  ...(Object.keys(metadata).length > 0 && { metadata }),
});

const indented = (text: string, spaces: number): string => text.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Quotes for a shell, in single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const curl = (origin: string, event: ExampleEvent): string => {
  const body = indented(JSON.stringify({ events: [onWire(event)] }, null, 2), 2);
  return `curl ${origin}/api/billing/v1/events/ingest \\
  -H "Authorization: Bearer $TESSERA_ACCESS_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d ${quoted(body)}`;
};

const typeScript = (origin: string, { name, customer, metadata }: ExampleEvent): string => {
  const event = { name, ...customer, ...(Object.keys(metadata).length > 0 && { metadata }) };
  return `import { Polar } from '@polar-sh/sdk';

const tessera = new Polar({
  serverURL: '${origin}/api/billing',
  accessToken: process.env.TESSERA_ACCESS_TOKEN ?? '',
});

await tessera.events.ingest({
  events: [
    ${indented(asLiteral(event, 'typescript'), 4)},
  ],
});`;
};

const python = (origin: string, event: ExampleEvent): string => `import os, requests

requests.post(
    "${origin}/api/billing/v1/events/ingest",
    headers={"Authorization": f"Bearer {os.environ['TESSERA_ACCESS_TOKEN']}"},
    json={
        "events": [
            ${indented(asLiteral(onWire(event), 'python'), 12)}
        ]
    },
    timeout=10,
).raise_for_status()`;

type Language = 'typescript' | 'python';

/** Writes an object as a literal, with its first level on separate lines. */
const asLiteral = (value: Record<string, unknown>, language: Language): string => {
  const step = ' '.repeat(language === 'python' ? 4 : 2);
  const lines = Object.entries(value).map(
    ([key, one]) => `${step}${keyOf(key, language)}: ${inline(one, language)},`,
  );
  return `{\n${lines.join('\n')}\n}`;
};

const inline = (value: unknown, language: Language): string => {
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([key, one]) => `${keyOf(key, language)}: ${inline(one, language)}`,
    );
    return language === 'python' ? `{${parts.join(', ')}}` : `{ ${parts.join(', ')} }`;
  }
  if (typeof value === 'boolean' && language === 'python') return value ? 'True' : 'False';
  return typeof value === 'string' ? textOf(value, language) : JSON.stringify(value);
};

const textOf = (text: string, language: Language): string => {
  if (language === 'python') return JSON.stringify(text);
  return /['\\\n\r]/.test(text) ? JSON.stringify(text) : `'${text}'`;
};

const keyOf = (key: string, language: Language): string =>
  language === 'typescript' && /^[A-Za-z_$][\w$]*$/.test(key) ? key : textOf(key, language);
