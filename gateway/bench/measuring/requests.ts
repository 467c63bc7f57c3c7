/**
 * A minimal HTTP client on kept connections, so that the load generator leaves the processor to the measured system:
 * a client library takes two thirds as much time per request as the gateway itself.
 */
import { createConnection, type Socket } from 'node:net';

type Answer = { status: number; text: string };
type Waiting = { request: string; resolve: (answer: Answer) => void; reject: (error: Error) => void };

/** Parses the response at the start of a buffer; null: it is incomplete. */
const readAnswer = (received: Buffer): Answer | null => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = received.toString('latin1', 0, end);
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  if (length === undefined) throw new Error(`an answer without its length: ${head}`);
  const from = end + 4;
  const until = from + Number(length);
  if (received.length < until) return null;
  // `HTTP/1.1 200 OK`
  return { status: Number(head.slice(9, 12)), text: received.toString('utf8', from, until) };
};

/** A connection with one request at a time. `next` returns the next request; null: none is queued. */
const openConnection = (url: URL, next: () => Waiting | null) => {
  let socket: Socket | null = null;
  let current: Waiting | null = null;
  let received: Buffer | null = null;
  const proceed = (): void => {
    current = next();
    if (current) (socket ??= connect()).write(current.request);
  };
  /** The server closes idle connections: the next request opens a new one. */
  const end = (error: Error): void => {
    const failed = current;
    socket?.destroy();
    [socket, current, received] = [null, null, null];
    failed?.reject(error);
  };
  const take = (part: Buffer): void => {
    received = received ? Buffer.concat([received, part]) : part;
    const answer = readAnswer(received);
    if (answer === null) return;
    const done = current;
    [current, received] = [null, null];
    done?.resolve(answer);
    proceed();
  };
  const connect = (): Socket => {
    const made = createConnection({ host: url.hostname, port: Number(url.port), noDelay: true });
    const isOurs = (): boolean => socket === made;
    made.on('data', take);
    made.on('error', (error) => isOurs() && end(error));
    made.on('close', () => isOurs() && end(new Error('the connection was closed')));
    return made;
  };
  return {
    /** Sends a queued request if none is in progress. Returns whether it did. */
    wake: (): boolean => {
      if (current) return false;
      proceed();
      return true;
    },
    close: () => void socket?.destroy(),
  };
};

/** Sends and returns JSON; throws for any status other than success. `connections`: maximum concurrent requests. */
export const createSender = (
  base: string,
  { token, connections }: { token: string; connections: number },
) => {
  const url = new URL(base);
  const waiting: Waiting[] = [];
  const open = Array.from({ length: connections }, () => openConnection(url, () => waiting.shift() ?? null));
  const head = `host: ${url.host}\r\nauthorization: Bearer ${token}\r\n`;
  const requestOf = (method: string, path: string, body: unknown): string => {
    const first = `${method} ${url.pathname}${path} HTTP/1.1\r\n${head}`;
    if (body === undefined) return `${first}\r\n`;
    const text = JSON.stringify(body);
    return `${first}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  };
  const send = async <Reply>(method: string, path: string, body?: unknown): Promise<Reply> => {
    const { status, text } = await new Promise<Answer>((resolve, reject) => {
      waiting.push({ request: requestOf(method, path, body), resolve, reject });
      open.some(({ wake }) => wake());
    });
    if (status < 200 || status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as Reply;
  };
  return { send, close: () => open.forEach(({ close }) => close()) };
};
