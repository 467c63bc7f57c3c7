/** A partner's webhook receiver: a real HTTP server that stores what it receives. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string; type: string; at: number };

/** Listens on a free port; `answer` decides the status of each delivery. */
export const startReceiver = async (answer: (received: Received) => number = () => 200) => {
  const received: Received[] = [];
  const server = createServer((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    req.on('end', () => {
      const type = (JSON.parse(body) as { type: string }).type;
      const delivery = { headers: req.headers, body, type, at: performance.now() };
      received.push(delivery);
      res.statusCode = answer(delivery);
      res.end('thanks');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    types: () => received.map(({ type }) => type),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
