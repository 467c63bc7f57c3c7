/** Requests as bytes, for what no HTTP library lets one send. */
import { connect, type Socket } from 'node:net';

/** A connection on which something was sent, and what came back so far. */
export type Wire = {
  socket: Socket;
  /** All that has been answered. */
  text: () => string;
  /** The status of the first answer, 0 while there is none. */
  status: () => number;
  isClosed: () => boolean;
};

/** Connects to a server and sends these lines, separated by CRLF. */
export const sendRaw = async (url: string, ...lines: string[]): Promise<Wire> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let isClosed = false;
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  socket.write(lines.join('\r\n'));
  return {
    socket,
    text: () => text,
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    isClosed: () => isClosed,
  };
};

/** The head of a POST whose body of JSON is announced and never comes, or comes later. */
export const unfinished = (path: string, length = 100): string[] => [
  `POST ${path} HTTP/1.1`,
  'host: localhost',
  'content-type: application/json',
  `content-length: ${length}`,
  '',
  '{"email":',
];
