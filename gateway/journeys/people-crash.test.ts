/**
 * Identity, organization, webhook and the gateway are killed or stand still while sellers sign up, found organizations,
 * invite and put products up for sale: what was acknowledged is there afterwards, once, and those concerned are told.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@tessera/kit/test/eventually';
import { createCaller, createCookieJar } from './support/clients.ts';
import { killProgram } from './support/kill.ts';
import { startReceiver } from './support/receiver.ts';
import { type Journey, startJourney } from './support/system.ts';

/** Sellers who act at the same time. When one is done, the next begins, until the last fault is over. */
const atOnce = 6;
const password = 'correct horse battery';
/** After the last fault: lost leases, pauses of consumers and back-offs go by. */
const recovery = 60_000;
const auth = '/api/auth';
const billing = '/api/billing/v1';

let journey: Journey;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver();
  journey = await startJourney({ config: { identity: { rateLimit: { enabled: false } } } });
});
afterAll(async () => {
  await journey?.stop();
  await receiver?.stop();
});

/** Requests that were not answered, or with an outage. */
let cutOff = 0;
type Reply = { status: number; body: unknown };
type Seller = Awaited<ReturnType<typeof begin>>;

/**
 * Sends a request until it is answered by no outage. A lost answer may be of a request that was carried out: `repeated`
 * says whether such an answer to another try tells of that.
 */
const insist = async (
  send: () => Promise<Reply>,
  repeated: (reply: Reply) => boolean = () => false,
): Promise<Reply> => {
  for (let tries = 1; ; tries += 1) {
    const reply = await send().catch((): Reply => ({ status: 0, body: null }));
    if (reply.status >= 200 && reply.status < 300) return reply;
    if (tries > 1 && repeated(reply)) return reply;
    if (![0, 502, 503, 504].includes(reply.status)) throw new Error(JSON.stringify(reply));
    cutOff += 1;
    await delay(100);
  }
};
const isTaken = ({ status, body }: Reply): boolean =>
  [400, 422].includes(status) && /ALREADY|already/.test(JSON.stringify(body));

/** A seller does everything that one does on the first day. */
const begin = async (number: number) => {
  const email = `seller-${number}@example.com`;
  const guest = `guest-${number}@example.com`;
  const slug = `crash-${number}`;
  const call = createCaller(journey.url, createCookieJar());
  const ask = (method: string, path: string, body?: unknown, repeated?: (reply: Reply) => boolean) =>
    insist(() => call(method, path, body), repeated);
  await ask('POST', `${auth}/sign-up/email`, { name: `Seller ${number}`, email, password }, isTaken);
  await ask('POST', `${auth}/sign-in/email`, { email, password });
  await ask('POST', `${auth}/organization/create`, { name: `Shop ${number}`, slug }, isTaken);
  const { body: organizations } = await ask('GET', `${auth}/organization/list`);
  const [{ id: organizationId } = { id: '' }] = organizations as { id: string }[];
  const invitation = { organizationId, email: guest, role: 'member' };
  await ask('POST', `${auth}/organization/invite-member`, invitation, isTaken);
  const endpoint = { url: receiver.url, format: 'raw', secret: 'crash', events: ['product.created'] };
  await ask('POST', `${billing}/webhooks/endpoints`, { ...endpoint, organization_id: organizationId });
  const made: string[] = [];
  for (const name of ['Book', 'Course']) {
    const prices = [{ amount_type: 'free' }];
    const product = { name, prices, recurring_interval: null, organization_id: organizationId };
    const { body } = await ask('POST', `${billing}/products/`, product);
    made.push((body as { id: string }).id);
  }
  return { email, guest, slug, organizationId, made };
};

type FullOrganization = {
  members: { role: string; user: { email: string } }[];
  invitations: { email: string; status: string }[];
};

/** What somebody finds who signs in afterwards. */
const find = async ({ email }: Seller) => {
  const call = createCaller(journey.url, createCookieJar());
  const read = async <Body>(path: string): Promise<Body> => (await call('GET', path)).body as unknown as Body;
  const { status } = await call('POST', `${auth}/sign-in/email`, { email, password });
  const organizations = await read<{ id: string; slug: string }[]>(`${auth}/organization/list`);
  const id = organizations[0]?.id;
  const { members, invitations } = await read<FullOrganization>(
    `${auth}/organization/get-full-organization?organizationId=${id}`,
  );
  const products = await read<{ items: { id: string }[] }>(
    `${billing}/products/?organization_id=${id}&limit=100`,
  );
  return {
    status,
    slugs: organizations.map(({ slug }) => slug),
    members: members.map(({ role, user }) => [role, user.email]),
    invitations: invitations.map((invited) => [invited.email, invited.status]),
    products: products.items.map((product) => product.id),
  };
};

const freeze = async (name: 'identity' | 'organization' | 'webhook'): Promise<void> => {
  const { pid } = journey.processes[name];
  if (pid === undefined) throw new Error(`${name} runs`);
  process.kill(-pid, 'SIGSTOP');
  await delay(2_000);
  process.kill(-pid, 'SIGCONT');
};

const faults = async (): Promise<void> => {
  for (const name of ['organization', 'identity', 'webhook', 'gateway'] as const) {
    await delay(200);
    await killProgram(journey.processes[name]);
    await journey.processes[name].ready();
  }
  for (const name of ['organization', 'identity', 'webhook'] as const) await freeze(name);
  await Promise.all(
    (['organization', 'identity', 'webhook'] as const).map((name) => killProgram(journey.processes[name])),
  );
};

describe('a system whose services are killed and stand still', () => {
  it('keeps what it has acknowledged, and tells of it', async () => {
    const sellers: Seller[] = [];
    let begun = 0;
    let isOver = false;
    const comeAndGo = async (): Promise<void> => {
      while (!isOver) {
        begun += 1;
        sellers.push(await begin(begun));
      }
    };
    const acting = Array.from({ length: atOnce }, comeAndGo);
    await Promise.race([faults(), Promise.all(acting)]);
    isOver = true;
    await Promise.all(acting);
    expect(cutOff).toBeGreaterThan(0);
    for (const seller of sellers) {
      const { products, ...found } = await eventually(() => find(seller), recovery);
      expect(found).toEqual({
        status: 200,
        slugs: [seller.slug],
        members: [['owner', seller.email]],
        invitations: [[seller.guest, 'pending']],
      });
      expect(products).toEqual(expect.arrayContaining(seller.made));
    }
    const toldOf = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id as string));
    await eventually(() => {
      const told = toldOf();
      expect(sellers.flatMap(({ made }) => made.filter((id) => !told.has(id)))).toEqual([]);
    }, recovery);
    await eventually(async () => {
      const { items } = (await (await fetch(`${journey.url}/api/dev/mail?limit=1000`)).json()) as {
        items: { to: string; type: string }[];
      };
      const invited = items.filter(({ type }) => type === 'organization-invitation').map(({ to }) => to);
      expect(invited).toEqual(expect.arrayContaining(sellers.map(({ guest }) => guest)));
    }, recovery);
  });
});
