import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { viewBody, viewInbox } from './page.ts';
import { createInboxStore, type InboxStore, type ReceivedMail } from './store.ts';

export type InboxOptions = {
  smtpPort: number;
  httpPort: number;
  file?: string | undefined;
  /** The address to listen on; default: loopback only. */
  host?: string | undefined;
};

const HOST = '127.0.0.1';
const LARGEST_MAIL = 10 * 1024 * 1024;

const headerOf = (email: Email, name: string): string | null =>
  email.headers.find((header) => header.key === name)?.value ?? null;

const toMail = (email: Email, recipients: string[]): ReceivedMail => ({
  id: email.messageId?.replace(/^<|>$/g, '') || randomUUID(),
  to: recipients.join(', '),
  subject: email.subject ?? '',
  type: headerOf(email, 'x-tessera-type'),
  url: headerOf(email, 'x-tessera-url'),
  token: headerOf(email, 'x-tessera-token'),
  html: email.html ?? '',
  text: email.text ?? '',
  sentAt: new Date().toISOString(),
});

const receive = async (store: InboxStore, stream: AsyncIterable<Buffer>, session: SMTPServerSession) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const recipients = session.envelope.rcptTo.map(({ address }) => address);
  store.add(toMail(await PostalMime.parse(Buffer.concat(chunks)), recipients));
};

/** Such as `refused@example.com`, and `refused-2@example.com`: mailboxes that do not exist. */
const isRefused = (address: string): boolean => /^refused[^@]*@/i.test(address);
const refusal = (address: string) =>
  Object.assign(new Error(`5.1.1 <${address}>: no such mailbox`), { responseCode: 550 });

const createSmtp = (store: InboxStore): SMTPServer => {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: LARGEST_MAIL,
    logger: false,
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => done(isRefused(address) ? refusal(address) : null),
    onData: (stream, session, done) => callbackify(receive)(store, stream, session, done),
  });
  // A client may disconnect in the middle of a mail.
  smtp.on('error', () => undefined);
  return smtp;
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; frame-src 'self'",
  });
  response.end(body);
};

const sendJson = (response: ServerResponse, status: number, body: unknown) =>
  send(response, status, 'application/json', JSON.stringify(body));

const sendBody = (store: InboxStore, response: ServerResponse, id: string): void => {
  const mail = store.find(id);
  if (mail === undefined) send(response, 404, 'text/plain', 'There is no such mail.');
  else send(response, 200, 'text/html', viewBody(mail));
};

const idIn = (path: string): string => {
  try {
    return decodeURIComponent(path.slice('/mail/'.length));
  } catch {
    return '';
  }
};

const LONGEST_WAIT_SECONDS = 60;

/** Sends the list of mails; with `?wait=SECONDS`, after the next mail has arrived or the time has passed. */
const sendList = async (store: InboxStore, response: ServerResponse, wait: number): Promise<void> => {
  const seconds = Number.isFinite(wait) ? Math.min(Math.max(wait, 0), LONGEST_WAIT_SECONDS) : 0;
  const left = new AbortController();
  response.once('close', () => left.abort());
  if (seconds > 0) await store.next(AbortSignal.any([left.signal, AbortSignal.timeout(seconds * 1000)]));
  sendJson(response, 200, { items: store.list() });
};

/** DNS rebinding: a foreign page can point its own name here, but not a name without a dot, nor an IP address. */
const isNear = ({ headers }: IncomingMessage): boolean => {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return isIP(host.replace(/^\[|\]$/g, '')) > 0 || !host.includes('.') || host.endsWith('.localhost');
};

const answer = (store: InboxStore, request: IncomingMessage, response: ServerResponse): void => {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
  if (!isNear(request)) return send(response, 403, 'text/plain', 'Only available from this machine.');
  const route = `${request.method} ${pathname}`;
  if (route === 'GET /') return send(response, 200, 'text/html', viewInbox(store.list()));
  if (route === 'GET /mail') return void sendList(store, response, Number(searchParams.get('wait')));
  if (route === 'DELETE /mail') {
    store.clear();
    return sendJson(response, 200, { items: [] });
  }
  if (route.startsWith('GET /mail/')) return sendBody(store, response, idIn(pathname));
  if (route === 'GET /health' || route === 'GET /ready') return sendJson(response, 200, { status: 'ok' });
  return sendJson(response, 404, { error: 'ResourceNotFound', detail: 'Not found' });
};

const listen = async (
  server: { listen: (port: number, host: string) => unknown } & NodeJS.EventEmitter,
  port: number,
  host = HOST,
) => {
  server.listen(port, host);
  await once(server, 'listening');
};

/** Receives every mail and delivers none. Returns the ports that it listens on, and a function that stops it. */
export const startInbox = async (options: InboxOptions) => {
  const store = createInboxStore(options.file);
  const smtp = createSmtp(store);
  const http = createServer((request, response) => answer(store, request, response));
  await listen(smtp.server, options.smtpPort, options.host);
  await listen(http, options.httpPort, options.host);
  const portOf = (server: { address: () => unknown }) => (server.address() as { port: number }).port;
  return {
    smtpUrl: `smtp://${HOST}:${portOf(smtp.server)}`,
    url: `http://${HOST}:${portOf(http)}`,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => void http.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ]);
    },
  };
};
