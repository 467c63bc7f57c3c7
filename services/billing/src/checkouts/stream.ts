/** The stream of a checkout as server-sent events: the state on connect, then every change until the page leaves. */
import { kitErrors } from '@tessera/kit/errors';
import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { Request, Response } from 'express';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { findCheckout } from './entity.ts';
import { getClientRow } from './find.ts';
import { messagesOf, newMessages } from './messages.ts';
import { checkoutSubject } from './view.ts';

const heartbeatMilliseconds = 15_000;
/** Notes may be lost: the row is read again now and then. */
const rereadMilliseconds = 5_000;

/** Answers errors as JSON before the stream begins; afterwards it only ends. */
export const streamCheckout = async (
  billing: Billing,
  clientSecret: string,
  { req, res }: { req: Request; res: Response },
): Promise<void> => {
  const { id } = await getClientRow(billing, { clientSecret });
  const teller = createTeller(billing, id, res);
  const end = () => void res.end();
  // Listening comes before the first reading, so that no change falls between the two.
  const unhear = await billing.bus.hear(checkoutSubject(id), teller);
  if (!billing.streams.add(end)) {
    unhear();
    throw kitErrors.ServiceUnavailable();
  }
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
    // Some proxies gather small answers unless told not to.
    'x-accel-buffering': 'no',
  });
  res.flushHeaders();
  const heartbeat = setInterval(() => res.write(': still here\n\n'), heartbeatMilliseconds);
  const reread = setInterval(teller, rereadMilliseconds);
  await new Promise<void>((resolve) => {
    res.once('close', resolve);
    if (req.destroyed || res.destroyed) resolve();
    else teller();
  });
  clearInterval(heartbeat);
  clearInterval(reread);
  unhear();
  billing.streams.remove(end);
};

/** Reads the row and says what is new, one reading at a time; being woken meanwhile leads to one more. */
const createTeller = ({ db, log }: Billing, id: string, res: Response): (() => void) => {
  let said: ReturnType<typeof messagesOf> = [];
  let isReading = false;
  let isWoken = false;
  const tell = async (): Promise<void> => {
    isReading = true;
    do {
      isWoken = false;
      const row = await findCheckout(db.manager, { id });
      const now = row ? messagesOf(row) : said;
      if (res.writable && !res.writableEnded)
        for (const message of newMessages(said, now)) write(res, message);
      said = now;
    } while (isWoken);
  };
  return () => {
    isWoken = true;
    if (isReading) return;
    tell()
      .catch((error: unknown) =>
        log.warn({ err: error, checkoutId: id }, 'stream could not read its checkout'),
      )
      .finally(() => {
        isReading = false;
      });
  };
};

const write = (res: Response, message: Omit<CheckoutStreamMessage, 'id'>): void => {
  res.write(`data: ${JSON.stringify({ id: uuidv7(), ...message } satisfies CheckoutStreamMessage)}\n\n`);
};
