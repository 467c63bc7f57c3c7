/**
 * Baseline of the checkout bench: what a sale is at least. One program writes an order, hands it over the bus to a
 * consumer that writes a grant, and that hands it over the bus to one that sends a signed delivery and writes its
 * result. Each write is a commit of its own, each event is stored durably before it counts as published, and the same
 * servers are used as by the system that is measured. There are no prices, taxes, customers, permissions, mails,
 * histories or searches, and a crash may lose what was not handed over.
 */
import { AckPolicy, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';

const connections = 16;
const inFlight = 256;

type Sale = { id: string; email: string; amount: number; at: string };

/** Starts the program; `sell` makes `count` sales and returns how many were delivered per second. */
export const startBareSale = async (servers: { postgres: string; nats: string; receiver: string }) => {
  const pool = await createTables(servers.postgres);
  const write = createWriter(pool);
  const bus = await openBus(servers.nats);
  const agent = new Agent({ connections: inFlight });
  const send = createSender(agent, servers.receiver);
  const delivered = new Map<string, () => void>();

  const grant = async (sale: Sale): Promise<void> => {
    await write('grants', 'order_id, email, at', [sale.id, sale.email, sale.at]);
    await bus.publish('bare.granted', sale);
  };
  const deliver = async (sale: Sale): Promise<void> => {
    const { body, status } = await send(sale);
    await write('deliveries', 'order_id, body, status', [sale.id, body, status]);
    delivered.get(sale.id)?.();
  };
  const consumers = await Promise.all([
    bus.consume({ name: 'grants', subject: 'bare.ordered', handle: grant }),
    bus.consume({ name: 'deliveries', subject: 'bare.granted', handle: deliver }),
  ]);

  const buy = async (): Promise<void> => {
    const sale = {
      id: crypto.randomUUID(),
      email: 'buyer@example.com',
      amount: 1_000,
      at: new Date().toISOString(),
    };
    const arrival = new Promise<void>((resolve) => delivered.set(sale.id, resolve));
    await write('orders', 'id, email, amount, at', [sale.id, sale.email, sale.amount, sale.at]);
    await bus.publish('bare.ordered', sale);
    await arrival;
    delivered.delete(sale.id);
  };
  return {
    sell: async (count: number, buyers: number): Promise<number> => {
      let left = count;
      const started = performance.now();
      const buyAll = async (): Promise<void> => {
        for (; left > 0; ) {
          left -= 1;
          await buy();
        }
      };
      await Promise.all(Array.from({ length: buyers }, buyAll));
      return (count * 1_000) / (performance.now() - started);
    },
    stop: async () => {
      for (const consumer of consumers) await consumer.close();
      await bus.close();
      await Promise.all([pool.end(), agent.close()]);
    },
  };
};

/** Creates the program's database with its three tables. */
const createTables = async (postgres: string): Promise<pg.Pool> => {
  const admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  await admin.query('CREATE DATABASE bare_sale');
  await admin.end();
  const pool = new pg.Pool({ connectionString: new URL('/bare_sale', postgres).href, max: connections });
  await pool.query(
    `CREATE TABLE orders (id uuid PRIMARY KEY, email text NOT NULL, amount integer NOT NULL, at timestamptz NOT NULL);
     CREATE TABLE grants (order_id uuid PRIMARY KEY, email text NOT NULL, at timestamptz NOT NULL);
     CREATE TABLE deliveries (order_id uuid PRIMARY KEY, body jsonb NOT NULL, status integer NOT NULL)`,
  );
  return pool;
};

/** Returns a function that inserts a row, in a commit of its own, by a prepared statement. */
const createWriter =
  (pool: pg.Pool) =>
  async (table: string, columns: string, values: unknown[]): Promise<void> => {
    const places = values.map((_, index) => `$${index + 1}`).join(', ');
    await pool.query({ name: table, text: `INSERT INTO ${table} (${columns}) VALUES (${places})`, values });
  };

/** Connects to NATS, with a stream of the program's own. */
const openBus = async (url: string) => {
  const nc = await connect({ servers: url, noAsyncTraces: true });
  const manager = await jetstreamManager(nc);
  await manager.streams.add({ name: 'BARE', subjects: ['bare.>'] });
  const stream = jetstream(nc);
  return {
    publish: (subject: string, sale: Sale) => stream.publish(subject, JSON.stringify(sale)),
    /** Handles the sales of a subject, each acknowledged once it is handled. */
    consume: async ({
      name,
      subject,
      handle,
    }: {
      name: string;
      subject: string;
      handle: (sale: Sale) => Promise<void>;
    }) => {
      await manager.consumers.add('BARE', {
        durable_name: name,
        filter_subject: subject,
        ack_policy: AckPolicy.Explicit,
        max_ack_pending: inFlight,
      });
      const consumer = await stream.consumers.get('BARE', name);
      const settle = async (message: JsMsg): Promise<void> => {
        await handle(message.json<Sale>());
        message.ack();
      };
      return consumer.consume({ max_messages: inFlight, callback: (message) => void settle(message) });
    },
    close: () => nc.drain(),
  };
};

/** Returns a function that sends a sale as a signed delivery, and returns what was sent and the status of the reply. */
const createSender = (agent: Agent, receiver: string) => {
  const webhook = new Webhook(Buffer.from('bench').toString('base64'));
  return async (sale: Sale): Promise<{ body: string; status: number }> => {
    const body = JSON.stringify({ type: 'bare.sale', data: { checkout_id: sale.id, ...sale } });
    const now = new Date();
    const response = await agent.request({
      origin: new URL(receiver).origin,
      path: new URL(receiver).pathname,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': sale.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': webhook.sign(sale.id, now, body),
      },
      body,
    });
    await response.body.dump();
    return { body, status: response.statusCode };
  };
};
