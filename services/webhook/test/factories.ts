/** Starts the webhook service for tests, with HTTP receivers and a fake of the organization service. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { outboxRow } from '@tessera/kit/events/outbox';
import { startRelay } from '@tessera/kit/events/relay';
import { createVault } from '@tessera/kit/secrets';
import { createClient, type Send } from '@tessera/kit/test/client';
import { listen } from '@tessera/kit/test/listen';
import { type Stack, startStack } from '@tessera/kit/test/stack';
import { askMembership, askMemberships, type MembershipFacts } from '@tessera/proto/api/asks';
import type { PassportClaims, TokenCaller, UserCaller } from '@tessera/proto/api/passport';
import { checkoutUpdated, customerCreated } from '@tessera/proto/events/billing';
import { uuidv7 } from 'uuidv7';
import { createWebhookApp, entities, startConsumers } from '../src/app.ts';
import type { DestinationRules } from '../src/deliveries/destination.ts';
import { createSender, type SenderOptions } from '../src/deliveries/sender.ts';
import { startWorker, type WorkerOptions } from '../src/deliveries/worker.ts';
import { migrations } from '../src/migrations/all.ts';
import type { Webhook } from '../src/webhook.ts';

export const encryptionKeys = `first:${Buffer.alloc(32, 7).toString('base64')}`;

const permissive: DestinationRules = {
  allowHttp: false,
  allowLoopback: true,
  allowPrivateAddresses: false,
};

export type WebhookStack = {
  stack: Stack;
  webhook: Webhook;
  send: Send;
  /** Memberships that the fake organization service knows. */
  memberships: MembershipFacts[];
};

/** Starts the service without its delivery worker. */
export const startWebhook = async (destinations: DestinationRules = permissive): Promise<WebhookStack> => {
  const stack = await startStack({ service: 'webhook', entities, migrations });
  const { db, bus, log, metrics, passports, clock } = stack;
  const webhook: Webhook = {
    db,
    bus,
    now: clock.now,
    log: log.logger,
    vault: createVault(encryptionKeys),
    destinations,
    endpointLimit: 5,
    maxGivenUp: 3,
  };
  const memberships: MembershipFacts[] = [];
  await bus.answer(
    askMembership,
    async ({ userId, organizationId }) =>
      memberships.find(
        (membership) => membership.userId === userId && membership.organizationId === organizationId,
      ) ?? null,
  );
  await bus.answer(askMemberships, async ({ userId }) =>
    memberships.filter((membership) => membership.userId === userId),
  );
  stack.own(startRelay({ db, bus, log: log.logger, metrics }));
  for (const consumer of await startConsumers(webhook)) stack.own(consumer);
  const base = await stack.serve(createWebhookApp(webhook, { metrics, passports, checkReplies: true }));
  return { stack, webhook, send: createClient(stack, `${base}/api/billing/v1`), memberships };
};

/** Starts a worker that polls often, because moving the test clock wakes no worker. */
export const startTestWorker = (
  { stack, webhook }: WebhookStack,
  options: Partial<WorkerOptions> & Partial<SenderOptions> = {},
) => {
  const sender = createSender({ destinations: webhook.destinations, ...options });
  const worker = startWorker(webhook, sender, { pollMilliseconds: 20, restMilliseconds: 20, ...options });
  return stack.own({
    stop: async () => {
      await worker.stop();
      await sender.close();
    },
  });
};

/** Creates a user with a membership in a new organization. */
export const makeSeller = ({ memberships }: WebhookStack, canManage = true) => {
  const organizationId = uuidv7();
  const user = makeUser();
  memberships.push({
    id: uuidv7(),
    organizationId,
    userId: user.userId,
    role: canManage ? 'owner' : 'member',
    canManage,
  });
  return { user, organizationId };
};

export const makeUser = (): UserCaller => ({
  kind: 'user',
  userId: uuidv7(),
  sessionId: uuidv7(),
  email: 'seller@example.com',
  name: 'Seller',
  activeOrganizationId: null,
});

export const makeToken = (organizationId: string, ...scopes: string[]): TokenCaller => ({
  kind: 'token',
  tokenId: uuidv7(),
  organizationId,
  scopes,
});

/** Creates an endpoint over HTTP and returns it. */
export const makeEndpoint = async (
  { send }: WebhookStack,
  as: PassportClaims,
  body: Record<string, unknown>,
): Promise<{ id: string; secret: string | null; organization_id: string }> => {
  const reply = await send('POST', '/webhooks/endpoints', {
    as,
    body: { url: 'https://example.com/hook', events: ['customer.created'], secret: 'shhh', ...body },
  });
  if (reply.status !== 201) throw new Error(`${reply.status} ${reply.text}`);
  return reply.body as { id: string; secret: string | null; organization_id: string };
};

/** Returns a customer as in the API's response. */
export const makeCustomer = (organizationId: string, changes: Record<string, unknown> = {}) => ({
  id: uuidv7(),
  created_at: '2026-01-15T12:00:00.000Z',
  modified_at: null,
  metadata: {},
  external_id: null,
  email: 'customer@example.com',
  email_verified: false,
  name: 'Zoë',
  billing_address: null,
  tax_id: null,
  organization_id: organizationId,
  deleted_at: null,
  avatar_url: 'https://example.com/zoe.png',
  ...changes,
});

/** Returns the event that billing publishes for a new customer. */
export const customerEvent = (
  organizationId: string,
  snapshot: string | object = makeCustomer(organizationId),
) => {
  const customerId = typeof snapshot === 'object' && 'id' in snapshot ? String(snapshot.id) : uuidv7();
  return outboxRow(customerCreated, {
    customerId,
    organizationId,
    snapshot: typeof snapshot === 'string' ? snapshot : JSON.stringify(snapshot),
  });
};

/** Returns the event of a succeeded checkout, whose delivery is reported to billing. */
export const checkoutEvent = (organizationId: string, checkoutId: string = uuidv7()) =>
  outboxRow(checkoutUpdated, {
    checkoutId,
    organizationId,
    status: 'succeeded',
    snapshot: JSON.stringify({ id: checkoutId, status: 'succeeded' }),
  });

export type Received = { headers: IncomingHttpHeaders; body: string; method: string; path: string };

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  /** The number of opened connections. */
  connections: () => number;
  /** Sets the handler of the next requests; default: 200 `ok`. */
  answer: (handler: (req: IncomingMessage, res: ServerResponse) => void) => void;
  stop: () => Promise<void>;
};

/** Starts a partner's server. */
export const startReceiver = async (stack: Stack): Promise<Receiver> => {
  const received: Received[] = [];
  let connections = 0;
  let handle = (_req: IncomingMessage, res: ServerResponse): void => void res.end('ok');
  const server: Server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: req.headers, body, method: req.method ?? '', path: req.url ?? '' });
      handle(req, res);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const url = await listen(server);
  return stack.own({
    url: `${url}/hook`,
    port: Number(new URL(url).port),
    received,
    connections: () => connections,
    answer: (handler) => {
      handle = handler;
    },
    stop: async () => {
      server.closeAllConnections();
      // Ignores errors: a test may have stopped the server already.
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
