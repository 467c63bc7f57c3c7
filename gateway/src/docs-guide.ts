/** What a description of paths does not say: the text that the reference begins with, in Markdown. */
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { sandboxCards } from '@tessera/proto/api/billing/sandbox';
import { apps, type Places } from './docs-apps.ts';

/** The guide, with the addresses of this installation. */
export const guideOf = (places: Places): string =>
  [overview, callers, apps, requests, lists, errors, repeating, limits, embedding, webhooks, sandbox]
    .map((part) => part(places))
    .join('\n\n');

const overview = ({ publicUrl, basePath }: Places): string =>
  `Accounts and organizations under ${basePath}, selling under /api/billing. Two client libraries fit as they are:
\`@polar-sh/sdk\` 0.33 and \`better-auth\` 1.2.8.

\`\`\`ts
import { Polar } from '@polar-sh/sdk';

const polar = new Polar({
  serverURL: '${publicUrl}/api/billing',
  accessToken: process.env.TESSERA_ACCESS_TOKEN,
});
const pages = await polar.products.list({ limit: 100 });
for await (const { result } of pages)
  for (const { name } of result.items) console.log(name);
\`\`\`

\`\`\`sh
curl ${publicUrl}/api/billing/v1/products \\
  -H "Authorization: Bearer $TESSERA_ACCESS_TOKEN"
\`\`\``;

const callers = ({ basePath }: Places): string => `## Who is calling

| caller | by what | where it comes from |
|---|---|---|
| an organization | \`Authorization: Bearer tessera_oat_…\` | **Settings**, **Access tokens**; belongs to one organization, and may do what its scopes say |
| a user | session cookie | signing in under ${basePath}; acts in the organizations that the user is a member of |
| an app that others have connected | \`Authorization: Bearer tessera_at_…\` | OAuth 2, described at \`/.well-known/openid-configuration\`; acts for an organization (\`tessera_at_o_…\`) or a user (\`tessera_at_u_…\`) as far as its scopes go, and is never a person who signs in |
| a customer | \`Authorization: Bearer tessera_cst_…\` | \`POST /v1/customer-sessions\`; one customer, an hour, \`/v1/customer-portal\` alone |
| whoever buys | the client secret in the path | the checkout |

An access token does not name its organization in requests: it is that of the token. A user who is a member of several
gives \`organization_id\`, and so does an app that acts for a user. Scopes stand at each operation; \`…:write\` includes \`…:read\`.

Pages of other origins may call /api/billing with an access token or a client secret, and ${basePath} with cookies where
the operator trusts their origin. An access token belongs on a server and never into a page.`;

const requests = (): string => `## Requests and values

- JSON with \`Content-Type: application/json\`. Names are \`snake_case\` under /api/billing, \`camelCase\` in the auth API and in
  the client libraries.
- Amounts are whole numbers in the smallest unit of their currency: 2900 are 29.00 USD, and 2900 JPY.
- Times are ISO 8601 in UTC, ids are UUIDs. Ids of users, sessions and members are opaque text.
- \`PATCH\` changes what it names, and leaves the rest.
- New fields and new kinds of events may come at any time: a client ignores what it does not know.`;

const lists = (): string => `## Lists

\`page\` (from 1) and \`limit\` (10, at most 100) choose a page, \`sorting\` the order (a minus is descending, several may be
given), and what an operation lists besides filters. A filter that is given more than once takes any of its values;
\`metadata[plan]=pro\` finds what has that metadata.

\`\`\`json
{ "items": [], "pagination": { "total_count": 0, "max_page": 0 } }
\`\`\``;

const errors = (): string => `## Errors

| | /api/billing | the auth API |
|---|---|---|
| body | \`{"error": "ResourceNotFound", "detail": "Not found"}\` | \`{"code": "USER_NOT_FOUND", "message": "User not found"}\`, or none with 401 |
| invalid request | 422, \`detail\` a list of \`{"loc": ["body", "name"], "msg": "Field required", "type": "missing"}\` | 400 \`VALIDATION_ERROR\` |

Decide by the status and by \`error\` or \`code\`, not by the words. 401: nobody known is calling. 403: they may not, or the
state forbids it. 404: there is no such thing for this caller. 409 and 429: try again later. 5xx: something is away; the
request may have had its effect, so repeat it under an idempotency key. The SDK throws \`ResourceNotFound\`,
\`HTTPValidationError\` and other classes of \`@polar-sh/sdk/models/errors\`; what it has no class for is an \`SDKError\` with
\`statusCode\` and \`body\`. Each answer has an \`X-Request-Id\`, by which an operator finds it in the logs.`;

const repeating = (): string => `## Repeating requests

A \`POST\` to what has the header \`Idempotency-Key\` here may be repeated: within 24 hours the same key with the same request
is answered as the first time, with \`Idempotency-Replayed: true\`, and done once. Another request under that key is 422, and
while the first is under way 409.

\`\`\`ts
await polar.refunds.create({ orderId, reason: 'customer_request', amount: 500 }, {
  fetchOptions: { headers: { 'Idempotency-Key': \`refund-\${ticketId}\` } },
});
\`\`\`

Events of usage (\`POST /v1/events/ingest\`) have an \`external_id\` for the same purpose, each its own.`;

const limits = ({ basePath }: Places): string => `## Limits

Calls with an access token are not counted. In production what buyers, people who sign in and apps that ask to be connected
call is counted by address: 100 requests in ten seconds for each path, three for sign-in, sign-up and changes of e-mail or
password under ${basePath}, unless the operator says otherwise, and 20 registrations of apps in a minute. Beyond that the answer
is 429 with \`Retry-After\` in seconds (also \`X-Retry-After\`); the SDK's \`retryConfig\` waits as long as it is told. Bodies are
at most 1 MiB, and 64 KiB where buyers, people who sign in and such apps send.`;

const embedding = ({ publicUrl }: Places): string => `## A checkout above your page

A link to a checkout opens above your own page where this script is loaded. **Checkout links** has both lines with the
address of each link.

\`\`\`html
<a href="${publicUrl}/api/billing/v1/checkout-links/…/redirect" data-polar-checkout data-polar-checkout-theme="light">Buy</a>
<script src="${publicUrl}/embed/checkout.js" defer data-auto-init></script>
\`\`\`

Without \`data-polar-checkout-theme\` the page follows the browser, light or dark. A checkout link opens above any page; a checkout
that a program has made (\`POST /v1/checkouts\`) needs the origin of your page as \`embed_origin\`, such as
\`https://shop.example\`. A program opens either by itself, and hears what becomes of it:

\`\`\`js
const checkout = await window.Polar.EmbedCheckout.create(url, 'dark');
checkout.addEventListener('success', (event) => {
  event.preventDefault();
  checkout.close();
});
\`\`\`

| event | what has happened | what follows |
|---|---|---|
| \`loaded\` | the checkout is there | \`create\` resolves |
| \`confirmed\` | the buyer has pressed pay | it cannot be closed meanwhile |
| \`failed\` | nothing was paid | it can be closed again |
| \`delayed\` | the outcome takes long, or the checkout is over | it can be closed again |
| \`success\` | it is paid; \`event.detail\` has \`successURL\` and \`redirect\` | your page goes to a \`success_url\` of yours |
| \`close\` | the buyer closes it | it goes |

\`event.preventDefault()\` keeps the script from what follows \`confirmed\`, \`success\` and \`close\`. Hand out what was
bought when a webhook says so, not when a page does: a buyer can close it any time.`;

const webhooks = (): string => `## Receiving webhooks

An endpoint is a URL that is told what happened: **Webhooks**, **New endpoint**, or \`POST /v1/webhooks/endpoints\`, which answers
the secret once. Each message is a \`POST\` of \`{"type": "order.paid", "data": {…}}\` with the headers \`webhook-id\`,
\`webhook-timestamp\` and \`webhook-signature\` ([Standard Webhooks](https://www.standardwebhooks.com)). Verify the body as it
came, before it is parsed:

\`\`\`ts
import { validateEvent, WebhookVerificationError } from '@polar-sh/sdk/webhooks';
import express from 'express';

express()
  .post('/hook', express.raw({ type: 'application/json' }), (req, res) => {
    try {
      const headers = req.headers as Record<string, string>;
      const event = validateEvent(req.body, headers, process.env.WEBHOOK_SECRET ?? '');
      if (event.type === 'order.paid') console.log(event.data.customer.email);
      res.sendStatus(204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      res.sendStatus(403);
    }
  })
  .listen(4000);
\`\`\`

\`new Webhook(secret).verify(body, headers)\` of \`standardwebhooks\`, which there is for many languages, takes the same secret. Ask for
the events that you handle: of \`usage_alert.reached\` SDK 0.33 knows nothing, and \`validateEvent\` throws. Verify that one with
\`standardwebhooks\`.

- Answer 2xx within 20 seconds, and do long work afterwards. Redirects are not followed.
- Anything else is repeated up to ten times in about an hour, with growing pauses. \`Retry-After\` in your answer makes a pause longer,
  a day at most. An endpoint that has taken nothing for a day is disabled, one that answers 410 (gone) at once, and who manages the
  organization gets a mail.
- The same message may come twice: its \`webhook-id\` is the same. Messages about one customer come in order, but a repeated one
  comes later than what happened since: \`data.modified_at\` tells which is newer.

| event | \`data\` is answered as by |
|---|---|
${shapesOf(WebhookEventType.options)
  .map(([types, shape]) => `| ${types.map((type) => `\`${type}\``).join(', ')} | ${shape} |`)
  .join('\n')}`;

/** By the subject of an event, where what it is about is read. */
const readAt: Record<string, string> = {
  checkout: '`GET /v1/checkouts/{id}`',
  customer: '`GET /v1/customers/{id}`',
  'customer.state_changed': '`GET /v1/customers/{id}/state`',
  order: '`GET /v1/orders/{id}`',
  subscription: '`GET /v1/subscriptions/{id}`',
  refund: 'an item of `GET /v1/refunds`',
  product: '`GET /v1/products/{id}`',
  organization: '`GET /v1/organizations/{id}`',
  benefit: '`GET /v1/benefits/{id}`',
  benefit_grant: 'an item of `GET /v1/benefits/{id}/grants`, with its `benefit` and `previous_properties`',
  usage_alert:
    'nothing: `usage_alert`, `customer_id`, `external_customer_id`, `meter_id`, `value` and `reached_at`',
};

const shapesOf = (types: readonly string[]): [string[], string][] =>
  [...Map.groupBy(types, (type) => readAt[type] ?? readAt[type.split('.')[0] ?? ''] ?? '')].map(
    ([shape, of]) => [of, shape],
  );

const sandbox = (): string => `## Trying it out

In development, and where the operator has switched the sandbox on, test cards pay: any later expiry, any code. A program
confirms a checkout with the token in place of a card.

| card | token | what becomes of it |
|---|---|---|
${Object.entries(sandboxCards)
  .map(([number, outcome]) => `| \`${number}\` | \`tok_${outcome}\` | ${outcomes[outcome]} |`)
  .join('\n')}

Renewals need no waiting: **Settings**, **Time machine** moves the clock in development, and \`POST /api/dev/clock\` with
\`{"offsetSeconds": 2678400}\` does so for a program.`;

const outcomes: Record<(typeof sandboxCards)[string], string> = {
  success: 'pays',
  declined: 'is declined',
  authentication_required: 'pays after the buyer has confirmed it',
  fails_later: 'is accepted, and fails afterwards',
  lost_card: 'can be kept; each charge is declined for good, as of a lost card',
  stolen_card: 'the same, as of a stolen card',
  refund_fails_later: 'pays; a refund is accepted, and comes back afterwards',
};
