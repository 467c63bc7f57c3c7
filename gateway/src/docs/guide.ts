/** The introduction of the API reference, in Markdown. */
import { WebhookEventType } from '@tessera/proto/api/billing/enums';
import { sandboxCards } from '@tessera/proto/api/billing/sandbox';
import { apps, type Places } from './apps-chapter.ts';

/** Returns the guide with the URLs of this installation. */
export const guideOf = (places: Places): string =>
  [overview, callers, apps, requests, lists, errors, repeating, limits, embedding, webhooks, sandbox]
    .map((part) => part(places))
    .join('\n\n');

const overview = ({ publicUrl, basePath }: Places): string =>
  `Accounts and organizations are under ${basePath}, selling is under /api/billing. Two existing client libraries work
unmodified: \`@polar-sh/sdk\` 0.33 and \`better-auth\` 1.2.8.

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

const callers = ({ basePath }: Places): string => `## Authentication

| caller | credential | how to get it |
|---|---|---|
| an organization | \`Authorization: Bearer tessera_oat_…\` | **Settings**, **Access tokens**; belongs to one organization and is limited to its scopes |
| a user | session cookie | sign in under ${basePath}; acts in the organizations that the user is a member of |
| an OAuth app | \`Authorization: Bearer tessera_at_…\` | OAuth 2, described at \`/.well-known/openid-configuration\`; acts for an organization (\`tessera_at_o_…\`) or a user (\`tessera_at_u_…\`) within its scopes, and never counts as a signed-in person |
| a customer | \`Authorization: Bearer tessera_cst_…\` | \`POST /v1/customer-sessions\`; valid for one customer, one hour and \`/v1/customer-portal\` only |
| a buyer | the client secret in the path | the checkout |

Requests with an access token do not name an organization: the token's organization applies. A user who is a member of
several organizations sends \`organization_id\`, and so does an app that acts for a user. The required scopes are listed with each
operation; \`…:write\` includes \`…:read\`.

Pages of other origins can call /api/billing with an access token or a client secret, and ${basePath} with cookies if
the operator trusts their origin. Keep access tokens on your server; never put one in a page.`;

const requests = (): string => `## Requests and values

- JSON with \`Content-Type: application/json\`. Names are \`snake_case\` under /api/billing, \`camelCase\` in the auth API and in
  the client libraries.
- Amounts are integers in the currency's smallest unit: 2900 is 29.00 USD, or 2900 JPY.
- Times are ISO 8601 in UTC. IDs are UUIDs; IDs of users, sessions and members are opaque strings.
- \`PATCH\` changes the fields you send and leaves the rest.
- New fields and event types can be added at any time. Ignore the ones you do not know.
- SDK 0.33 knows the intervals \`month\` and \`year\` only: it throws for replies and webhooks that contain a product or a
  subscription that renews daily or weekly.`;

const lists = (): string => `## Lists

\`page\` (starts at 1) and \`limit\` (10 by default, at most 100) select a page. \`sorting\` sets the order: a leading minus means
descending, and you can send several. An operation's other parameters are filters. A filter that is sent more than once
matches any of its values; \`metadata[plan]=pro\` matches objects with that metadata.

\`\`\`json
{ "items": [], "pagination": { "total_count": 0, "max_page": 0 } }
\`\`\``;

const errors = (): string => `## Errors

| | /api/billing | the auth API |
|---|---|---|
| body | \`{"error": "ResourceNotFound", "detail": "Not found"}\` | \`{"code": "USER_NOT_FOUND", "message": "User not found"}\`, or none with 401 |
| invalid request | 422, \`detail\` is a list of \`{"loc": ["body", "name"], "msg": "Field required", "type": "missing"}\` | 400 \`VALIDATION_ERROR\` |

Handle errors by the status and by \`error\` or \`code\`, not by the message. 401: the caller is not authenticated. 403: the caller is
not allowed to, or the object's state does not permit it. 404: it does not exist for this caller. 409 and 429: try again later.
5xx: something is unavailable; the request may still have taken effect, so repeat it with an idempotency key. The SDK throws
\`ResourceNotFound\`, \`HTTPValidationError\` and other classes of \`@polar-sh/sdk/models/errors\`; errors without a class of their own
are an \`SDKError\` with \`statusCode\` and \`body\`. Each response has an \`X-Request-Id\`, with which an operator can find it in
the logs.`;

const repeating = (): string => `## Idempotent requests

You can safely repeat a \`POST\` to any operation that lists the \`Idempotency-Key\` header. Within 24 hours, the same key with
the same request is carried out only once and returns the first response, with \`Idempotency-Replayed: true\`. A different request
with that key returns 422, and a request while the first is still in progress returns 409.

\`\`\`ts
await polar.refunds.create({ orderId, reason: 'customer_request', amount: 500 }, {
  fetchOptions: { headers: { 'Idempotency-Key': \`refund-\${ticketId}\` } },
});
\`\`\`

Each usage event (\`POST /v1/events/ingest\`) has its own \`external_id\` for the same purpose.`;

const limits = ({ basePath }: Places): string => `## Limits

Calls with an access token are not rate limited. In production, calls by buyers, by people who sign in and by apps that ask to
be connected are limited by IP address: 100 requests in ten seconds for each path, three for sign-in, sign-up and changes of
e-mail or password under ${basePath}, unless the operator sets other limits, and 20 app registrations a minute. Beyond that,
the response is 429 with \`Retry-After\` in seconds (also \`X-Retry-After\`); the SDK's \`retryConfig\` waits for that long. Request
bodies can be up to 1 MiB, or 64 KiB from buyers, people who sign in and such apps.`;

const embedding = ({ publicUrl }: Places): string => `## Embedded checkout

Load this script to open a checkout on top of your own page. **Checkout links** shows both lines with the URL of each
link.

\`\`\`html
<a href="${publicUrl}/api/billing/v1/checkout-links/…/redirect" data-polar-checkout data-polar-checkout-theme="light">Buy</a>
<script src="${publicUrl}/embed/checkout.js" defer data-auto-init></script>
\`\`\`

Without \`data-polar-checkout-theme\`, the checkout follows the browser's light or dark setting. A checkout link opens on top of any
page; a checkout created through the API (\`POST /v1/checkouts\`) needs your page's origin as \`embed_origin\`, such as
\`https://shop.example\`. You can also open either one from JavaScript and listen for its events:

\`\`\`js
const checkout = await window.Polar.EmbedCheckout.create(url, 'dark');
checkout.addEventListener('success', (event) => {
  event.preventDefault();
  checkout.close();
});
\`\`\`

| event | when it occurs | default action |
|---|---|---|
| \`loaded\` | the checkout has loaded | \`create\` resolves |
| \`confirmed\` | the buyer has clicked the pay button | the checkout cannot be closed until the outcome is known |
| \`failed\` | nothing was paid | the checkout can be closed again |
| \`delayed\` | the outcome is taking long, or the checkout is over | the checkout can be closed again |
| \`success\` | the checkout is paid; \`event.detail\` has \`successURL\` and \`redirect\` | your page goes to your \`success_url\`, if you set one |
| \`close\` | the buyer closes the checkout | the checkout closes |

\`event.preventDefault()\` prevents the default action of \`confirmed\`, \`success\` and \`close\`. Fulfill orders when a webhook
tells you to, not when a page does: a buyer can close it at any time.`;

const webhooks = (): string => `## Receiving webhooks

An endpoint is a URL that receives events. Create one under **Webhooks**, **New endpoint**, or with
\`POST /v1/webhooks/endpoints\`, which returns the secret once. Each message is a \`POST\` of \`{"type": "order.paid", "data": {…}}\`
with the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`
([Standard Webhooks](https://www.standardwebhooks.com)). Verify the raw body, before you parse it:

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

\`new Webhook(secret).verify(body, headers)\` of \`standardwebhooks\`, available for many languages, takes the same secret,
unless you chose one yourself that is not Base64. Subscribe only to the events you handle. SDK 0.33 does not know
\`usage_alert.reached\`, so \`validateEvent\` throws: verify that one with \`standardwebhooks\`.

- Respond with 2xx within 20 seconds and do long work afterwards. Redirects are not followed.
- Any other response is retried up to ten times over about an hour, with increasing delays. \`Retry-After\` in your response
  extends a delay, to a day at most. An endpoint that accepts nothing for a day is disabled, one that responds 410 (Gone)
  immediately, and the organization's managers are notified by e-mail.
- The same message can arrive twice, with the same \`webhook-id\`. Messages about one customer arrive in order, but a retried one
  arrives after later messages: \`data.modified_at\` shows which is newer.
- **Send test event** on the endpoint's page, or \`POST /v1/webhooks/endpoints/{id}/test\` with a \`type\` that the endpoint
  receives, sends one message of sample data, at most ten in a minute. It has the header \`webhook-test: true\` and ids that
  begin with \`00000000-0000-4000-8000\`. It is not retried, and no failure of it disables the endpoint. Your response is
  listed by \`GET /v1/webhooks/deliveries\` with the reply's \`id\` as \`event_id\`.

| event | \`data\` is the same as the response of |
|---|---|
${shapesOf(WebhookEventType.options)
  .map(([types, shape]) => `| ${types.map((type) => `\`${type}\``).join(', ')} | ${shape} |`)
  .join('\n')}`;

/** The request that reads the object of an event, by the event's subject. */
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
    'no operation: `usage_alert`, `customer_id`, `external_customer_id`, `meter_id`, `value` and `reached_at`',
};

const shapesOf = (types: readonly string[]): [string[], string][] =>
  [...Map.groupBy(types, (type) => readAt[type] ?? readAt[type.split('.')[0] ?? ''] ?? '')].map(
    ([shape, of]) => [of, shape],
  );

const sandbox = (): string => `## Testing

In development, and where the operator has enabled the sandbox, pay with test cards, any future expiry date and any security code.
A program confirms a checkout with the token instead of a card.

| card | token | outcome |
|---|---|---|
${Object.entries(sandboxCards)
  .map(([number, outcome]) => `| \`${number}\` | \`tok_${outcome}\` | ${outcomes[outcome]} |`)
  .join('\n')}

You do not have to wait for renewals. In development, **Settings**, **Time machine** moves the clock, and so does
\`POST /api/dev/clock\` with \`{"offsetSeconds": 2678400}\`.`;

const outcomes: Record<(typeof sandboxCards)[string], string> = {
  success: 'succeeds',
  declined: 'is declined',
  authentication_required: 'succeeds after the buyer has confirmed it',
  always_authenticate: 'the same; saved, each charge without the buyer is declined until they confirm it',
  fails_later: 'is accepted, then fails',
  lost_card: 'can be saved; each charge is permanently declined, as for a lost card',
  stolen_card: 'the same, as for a stolen card',
  refund_fails_later: 'succeeds; a refund is accepted, then fails',
};
