/**
 * A fake of the part of Stripe's API that billing uses: form-encoded requests, a pinned version, API keys of
 * accounts, idempotency keys, and errors with Stripe's codes. The confirmation token of a card decides its outcome:
 * `ctoken_ok`, `ctoken_declined`, `ctoken_insufficient`, `ctoken_3ds`, …
 */
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

/** The only API version that it accepts. */
export const apiVersion = '2026-10-28.endive';

type Thing = Record<string, unknown> & { id: string; object: string; account: string };
type Reply = { status: number; body: object };

/** Faults of requests. `slow`: no response; `cut_off_after`: processed, but the connection is closed. */
export type Trouble = 'rate_limit' | 'server_error' | 'cut_off_after' | 'slow';

export type FakeAccount = { account: string; keys: Set<string>; mayNot: Set<string> };

const outcomes = ['ok', 'declined', 'insufficient', '3ds', 'asks_off_session', 'expired'] as const;
export type FakeOutcome = (typeof outcomes)[number];

/** A fault for the next `times` requests that match `path`. */
type Planned = { trouble: Trouble; path: RegExp; times: number };

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>;

export const startFakeStripe = async () => {
  const state = new FakeState();
  const server = createServer((req, res) => void answer(state, req, res));
  return Object.assign(state, { url: await listen(server), stop: () => stop(server) });
};

const stop = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

class FakeState {
  things = new Map<string, Thing>();
  accounts: FakeAccount[] = [];
  /** All received requests: line (`POST /v1/payment_intents`), form fields and idempotency key. */
  requests: { line: string; fields: Record<string, string>; idempotencyKey: string | undefined }[] = [];
  answers = new Map<string, { fingerprint: string; reply: Reply }>();
  planned: Planned[] = [];

  /** Adds an account with its own keys. */
  addAccount(mode: 'test' | 'live' = 'test') {
    const account = `acct_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const key = `rk_${mode}_${randomUUID().replaceAll('-', '')}`;
    const added: FakeAccount = { account, keys: new Set([key]), mayNot: new Set() };
    this.accounts.push(added);
    return {
      ...added,
      key,
      publishableKey: `pk_${mode}_${account.slice(5)}`,
      webhookSecret: `whsec_${account.slice(5)}`,
    };
  }

  plan(trouble: Trouble, path: RegExp, times = 1) {
    this.planned.push({ trouble, path, times });
  }

  of(object: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.object === object);
  }

  get(id: string): Thing {
    const thing = this.things.get(id);
    if (!thing) throw new Error(`${id} is not there`);
    return thing;
  }

  /** Returns the charged minus the refunded cents, of all accounts or of one. */
  balance(account?: string): number {
    const sum = (things: Thing[]) =>
      things
        .filter(
          (thing) => thing['status'] === 'succeeded' && (account === undefined || thing.account === account),
        )
        .reduce((total, { amount }) => total + Number(amount), 0);
    return sum(this.of('payment_intent')) - sum(this.of('refund'));
  }

  /** Opens a dispute of a payment, as a customer's bank does; its `status` may be set. */
  dispute(intentId: string, facts: { amount: number; reason: string; status?: string }): Thing {
    const { account } = this.get(intentId);
    const opened = { object: 'dispute', prefix: 'du', status: 'needs_response', payment_intent: intentId };
    return add(this, account, { ...opened, ...facts });
  }

  /** Completes or fails the customer's authentication with the bank. */
  authenticate(intentId: string, isApproved: boolean) {
    const intent = this.get(intentId);
    if (intent['status'] !== 'requires_action') return;
    if (isApproved) complete(this, intent);
    else
      Object.assign(intent, {
        status: 'requires_payment_method',
        [intent.object === 'setup_intent' ? 'last_setup_error' : 'last_payment_error']: {
          type: 'card_error',
          code: 'payment_intent_authentication_failure',
          message: 'We are unable to authenticate your payment method.',
        },
      });
  }
}

const fail = (status: number, error: Record<string, unknown>): Reply => ({ status, body: { error } });

const answer = async (state: FakeState, req: IncomingMessage, res: ServerResponse): Promise<void> => {
  const url = new URL(req.url ?? '/', 'http://stripe');
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const fields = Object.fromEntries(new URLSearchParams(req.method === 'POST' ? text : url.search));
  const key = req.headers['idempotency-key'] as string | undefined;
  const line = `${req.method} ${url.pathname}`;
  state.requests.push({ line, fields, idempotencyKey: key });
  const trouble = takeTrouble(state, line);
  if (trouble === 'slow') return;
  const { reply, isReplayed } =
    trouble && trouble !== 'cut_off_after'
      ? { reply: troubles[trouble], isReplayed: false }
      : remembered(state, { req, line, fields, key });
  if (trouble === 'cut_off_after') return void req.socket.destroy();
  res.writeHead(reply.status, {
    'content-type': 'application/json',
    'request-id': `req_${state.requests.length}`,
    'stripe-should-retry': 'false',
    ...(isReplayed && { 'idempotent-replayed': 'true' }),
  });
  res.end(JSON.stringify(reply.body));
};

const troubles = {
  rate_limit: fail(429, { type: 'rate_limit_error', code: 'rate_limit', message: 'Too many requests.' }),
  server_error: fail(500, { type: 'api_error', message: 'An unknown error occurred.' }),
} as const;

const takeTrouble = (state: FakeState, line: string): Trouble | undefined => {
  const planned = state.planned.find(({ path, times }) => times > 0 && path.test(line));
  if (planned) planned.times -= 1;
  return planned?.trouble;
};

type Asked = { req: IncomingMessage; line: string; fields: Record<string, string>; key: string | undefined };

/** Authenticates a request, and applies its idempotency key: replays the response, or refuses a different request. */
const remembered = (state: FakeState, asked: Asked): { reply: Reply; isReplayed: boolean } => {
  const { req, line, fields, key } = asked;
  const secret = (req.headers.authorization ?? '').replace('Bearer ', '');
  const account = state.accounts.find(({ keys }) => keys.has(secret));
  if (!account)
    return {
      reply: fail(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }),
      isReplayed: false,
    };
  if (req.headers['stripe-version'] !== apiVersion)
    throw new Error(`version ${String(req.headers['stripe-version'])}`);
  if ([...account.mayNot].some((path) => line.includes(path)))
    return {
      reply: fail(403, { type: 'invalid_request_error', message: 'This key may not.' }),
      isReplayed: false,
    };
  if (req.method !== 'POST')
    return { reply: handle(state, account.account, line, fields), isReplayed: false };
  if (req.headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw new Error('a form is expected');
  // The official client generates a key when none is passed.
  const known = key && state.answers.get(`${account.account} ${key}`);
  const fingerprint = JSON.stringify([line, fields]);
  if (known && known.fingerprint !== fingerprint)
    return {
      reply: fail(400, { type: 'idempotency_error', message: 'Keys are for one request.' }),
      isReplayed: false,
    };
  if (known) return { reply: known.reply, isReplayed: true };
  const reply = handle(state, account.account, line, fields);
  if (key) state.answers.set(`${account.account} ${key}`, { fingerprint, reply });
  return { reply, isReplayed: false };
};

const missing = (id: string) =>
  fail(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such thing: '${id}'` });

const handle = (state: FakeState, account: string, line: string, fields: Record<string, string>): Reply => {
  const [, method, path, id, act] = /^(\w+) \/v1\/(\w+)(?:\/([\w]+))?(?:\/(\w+))?$/.exec(line) ?? [];
  if (line.startsWith('POST /v1/tax/')) return answerTax(state, account, { line, fields });
  if (method === 'GET' && path === 'account')
    return ok({
      id: account,
      object: 'account',
      country: 'DE',
      settings: { dashboard: { display_name: 'A shop' } },
    });
  if (method === 'GET' && id === 'search') return ok(list(search(state, account, fields['query'] ?? '')));
  if (method === 'GET' && id === undefined) return ok(list([]));
  if (method === 'POST' && id === undefined) return create(state, account, path ?? '', fields);
  const thing = state.things.get(id ?? '');
  if (!thing || thing.account !== account) return missing(id ?? '');
  if (act === 'cancel') return cancel(thing);
  if (act === 'detach') return ok(expanded(state, Object.assign(thing, { customer: null })));
  return ok(expanded(state, thing));
};

/** Tax rates in percent, by country; no tax is collected elsewhere. */
const taxRates: Record<string, number> = { FR: 20, DE: 19, JP: 10 };

type TaxRequest = { line: string; fields: Record<string, string> };

/** Stripe Tax for a few countries: calculations, transactions from them, and reversals. */
const answerTax = (state: FakeState, account: string, { line, fields }: TaxRequest): Reply => {
  if (line === 'POST /v1/tax/calculations') return calculateTax(state, account, fields);
  const isReversal = line.endsWith('/create_reversal');
  const of = state.things.get(fields[isReversal ? 'original_transaction' : 'calculation'] ?? '');
  if (!of || of.account !== account) return missing('calculation');
  const reference = fields['reference'];
  if (state.of('tax.transaction').some((it) => it.account === account && it['reference'] === reference))
    return fail(400, { type: 'invalid_request_error', code: 'resource_already_exists', message: 'Taken.' });
  const amount = isReversal ? Number(fields['flat_amount']) : Number(of['amount_total']);
  const type = isReversal ? 'reversal' : 'transaction';
  return ok(
    add(state, account, { object: 'tax.transaction', prefix: 'tax', type, reference, amount, of: of.id }),
  );
};

const calculateTax = (state: FakeState, account: string, fields: Record<string, string>): Reply => {
  const country = fields['customer_details[address][country]'] ?? '';
  if (country === 'US' && !fields['customer_details[address][postal_code]'])
    return fail(400, {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message: 'The address is not enough.',
    });
  const isInclusive = fields['line_items[0][tax_behavior]'] === 'inclusive';
  const isBusiness = fields['customer_details[tax_ids][0][type]'] === 'eu_vat' && country !== 'DE';
  const rate = isBusiness ? 0 : (taxRates[country] ?? 0);
  const net = Number(fields['line_items[0][amount]']);
  const tax = Math.round((net * rate) / (isInclusive ? 100 + rate : 100));
  const reason = isBusiness ? 'reverse_charge' : rate > 0 ? 'standard_rated' : 'not_collecting';
  return ok(
    add(state, account, {
      object: 'tax.calculation',
      prefix: 'taxcalc',
      currency: fields['currency'],
      amount_total: isInclusive ? net : net + tax,
      tax_amount_exclusive: isInclusive ? 0 : tax,
      tax_amount_inclusive: isInclusive ? tax : 0,
      tax_breakdown: [
        {
          amount: tax,
          inclusive: isInclusive,
          tax_rate_details: {
            country,
            state: null,
            percentage_decimal: String(rate),
            tax_type: country === 'JP' ? 'jct' : 'vat',
          },
          taxability_reason: reason,
          taxable_amount: net,
        },
      ],
    }),
  );
};

const ok = (body: object): Reply => ({ status: 200, body });
const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/' });

const search = (state: FakeState, account: string, query: string): Thing[] => {
  const [, key = '', value] = /metadata\['(\w+)'\]:'([^']+)'/.exec(query) ?? [];
  return state
    .of('payment_intent')
    .filter((it) => it.account === account && (it['metadata'] as Record<string, string>)[key] === value);
};

/** Returns a copy with the payment method and the intent expanded, as billing requests. */
const expanded = (state: FakeState, thing: Thing): object => {
  const method = state.things.get(String(thing['payment_method']));
  const intent = state.things.get(String(thing['payment_intent']));
  return structuredClone({
    ...thing,
    ...(method && { payment_method: method }),
    ...(intent && { payment_intent: intent }),
  });
};

const cancel = (thing: Thing): Reply => {
  if (['succeeded', 'canceled', 'processing'].includes(String(thing['status'])))
    return fail(400, {
      type: 'invalid_request_error',
      code: `${thing.object}_unexpected_state`,
      message: 'It is over.',
    });
  return ok(structuredClone(Object.assign(thing, { status: 'canceled' })));
};

const create = (state: FakeState, account: string, path: string, fields: Record<string, string>): Reply => {
  if (path === 'customers')
    return ok(add(state, account, { object: 'customer', prefix: 'cus', email: fields['email'] }));
  if (path === 'payment_intents' || path === 'setup_intents')
    return createIntent(state, account, path, fields);
  if (path === 'refunds') return createRefund(state, account, fields);
  return missing(path);
};

const metadataIn = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
      return key ? [[key, value]] : [];
    }),
  );

const add = (
  state: FakeState,
  account: string,
  { prefix, ...facts }: { object: string; prefix: string } & Record<string, unknown>,
): Thing => {
  const thing = { id: `${prefix}_${randomUUID().replaceAll('-', '')}`, account, ...facts } as Thing;
  state.things.set(thing.id, thing);
  return thing;
};

const outcomeOf = (token: string): FakeOutcome | undefined =>
  outcomes.find((outcome) => token === `ctoken_${outcome}` || token.startsWith(`ctoken_${outcome}_`));

const createIntent = (
  state: FakeState,
  account: string,
  path: string,
  fields: Record<string, string>,
): Reply => {
  const isSetup = path === 'setup_intents';
  // Since this API version.
  if ('payment_method_types[0]' in fields)
    return fail(400, {
      type: 'invalid_request_error',
      code: 'parameter_unknown',
      message: 'Received unknown parameter: payment_method_types',
    });
  if (fields['allowed_payment_method_types[0]'] !== 'card') throw new Error('only cards are taken');
  const token = fields['confirmation_token'];
  const method =
    token === undefined ? state.things.get(fields['payment_method'] ?? '') : methodOf(state, account, token);
  if (!method || method.account !== account)
    return fail(400, { type: 'invalid_request_error', code: 'resource_missing', message: 'No such card.' });
  if (fields['customer'] && !state.things.has(fields['customer']))
    return fail(400, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${fields['customer']}'`,
    });
  const isOffSession = fields['off_session'] === 'true';
  if (isOffSession && (method['customer'] === null || method['customer'] !== fields['customer']))
    return fail(400, { type: 'invalid_request_error', message: 'The card is not kept for this customer.' });
  const intent = add(state, account, {
    object: isSetup ? 'setup_intent' : 'payment_intent',
    prefix: isSetup ? 'seti' : 'pi',
    amount: isSetup ? 0 : Number(fields['amount']),
    currency: fields['currency'],
    customer: fields['customer'] ?? null,
    payment_method: method.id,
    setup_future_usage: fields['setup_future_usage'] ?? null,
    metadata: metadataIn(fields),
    status: 'requires_payment_method',
    last_payment_error: null,
    last_setup_error: null,
  });
  intent['client_secret'] = `${intent.id}_secret_${randomUUID().slice(0, 8)}`;
  return confirm(state, {
    intent,
    outcome: method['outcome'] as FakeOutcome,
    isOffSession,
    isSaved: token === undefined,
  });
};

const methodOf = (state: FakeState, account: string, token: string): Thing | undefined => {
  const outcome = outcomeOf(token);
  if (!outcome) return undefined;
  // The same token means the same card.
  const card = { ...cardFacts, fingerprint: `card_of_${token}` };
  const facts = { object: 'payment_method', prefix: 'pm', type: 'card', customer: null };
  return add(state, account, { ...facts, card, outcome });
};

const cardFacts = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031, wallet: null };

const declines: Partial<Record<FakeOutcome, object>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', message: 'Your card has expired.' },
};

type Confirming = { intent: Thing; outcome: FakeOutcome; isOffSession: boolean; isSaved: boolean };

const confirm = (state: FakeState, { intent, outcome, isOffSession, isSaved }: Confirming): Reply => {
  const asksAgain = outcome === 'asks_off_session' && isSaved;
  const decline =
    asksAgain && isOffSession
      ? { code: 'authentication_required', message: 'The bank asks for its customer.' }
      : declines[outcome];
  if (decline) {
    const error = {
      type: 'card_error',
      ...decline,
      payment_method: state.things.get(String(intent['payment_method'])),
    };
    intent['last_payment_error'] = error;
    return fail(402, { ...error, [intent.object]: expanded(state, intent) });
  }
  if ((outcome === '3ds' || asksAgain) && !isOffSession) intent['status'] = 'requires_action';
  else complete(state, intent);
  return ok(expanded(state, intent));
};

const complete = (state: FakeState, intent: Thing) => {
  intent['status'] = 'succeeded';
  const method = state.things.get(String(intent['payment_method']));
  if (method && intent['customer']) method['customer'] = intent['customer'];
};

const createRefund = (state: FakeState, account: string, fields: Record<string, string>): Reply => {
  const intent = state.things.get(fields['payment_intent'] ?? '');
  if (!intent || intent.account !== account) return missing(String(fields['payment_intent']));
  const given = state
    .of('refund')
    .filter((it) => it['payment_intent'] === intent.id && it['status'] !== 'failed')
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  const amount = Number(fields['amount']);
  if (given + amount > Number(intent['amount']))
    return fail(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: 'Refunded already.',
    });
  const status = intent['refunds'] ?? 'succeeded';
  const metadata = metadataIn(fields);
  return ok(
    structuredClone(
      add(state, account, {
        object: 'refund',
        prefix: 're',
        payment_intent: intent.id,
        amount,
        metadata,
        reason: fields['reason'] ?? null,
        status,
      }),
    ),
  );
};

/** Returns the body and the signature header of a webhook event; `age` in seconds. */
export const eventOf = (
  object: object,
  { type, secret, age = 0 }: { type: string; secret: string; age?: number },
): { body: string; signature: string } => {
  const facts = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: apiVersion,
    type,
    livemode: false,
  };
  const body = JSON.stringify({ ...facts, data: { object } });
  const time = Math.floor(Date.now() / 1000) - age;
  const hmac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return { body, signature: `t=${time},v1=${hmac}` };
};
