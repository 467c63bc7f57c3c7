/** How to send an event, in the languages that sellers write: with the address of this installation. */
export type Snippet = { name: string; code: string };

/** `origin`: of the installation. The token is the seller's own, which nobody shows twice. */
export const snippetsOf = (origin: string): Snippet[] => [
  { name: 'curl', code: curl(origin) },
  { name: 'TypeScript', code: typeScript(origin) },
  { name: 'Python', code: python(origin) },
];

const curl = (origin: string): string => `curl ${origin}/api/billing/v1/events/ingest \\
  -H "Authorization: Bearer $TESSERA_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{
    "events": [{
      "name": "api.call",
      "external_customer_id": "user_42",
      "external_id": "call_0001",
      "metadata": { "tokens": 1250, "model": "large" }
    }]
  }'`;

const typeScript = (origin: string): string => `import { Polar } from '@polar-sh/sdk';

const tessera = new Polar({
  serverURL: '${origin}/api/billing',
  accessToken: process.env.TESSERA_TOKEN ?? '',
});

await tessera.events.ingest({
  events: [
    {
      name: 'api.call',
      externalCustomerId: 'user_42',
      metadata: { tokens: 1250, model: 'large' },
    },
  ],
});`;

const python = (origin: string): string => `import os, requests

requests.post(
    "${origin}/api/billing/v1/events/ingest",
    headers={"Authorization": f"Bearer {os.environ['TESSERA_TOKEN']}"},
    json={
        "events": [
            {
                "name": "api.call",
                "external_customer_id": "user_42",
                "external_id": "call_0001",
                "metadata": {"tokens": 1250, "model": "large"},
            }
        ]
    },
    timeout=10,
).raise_for_status()`;
