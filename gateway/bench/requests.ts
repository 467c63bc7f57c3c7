/** Requests on kept connections, with as little of the processor as can be: what is measured runs beside it. */
import { Agent, request } from 'node:http';

/** Sends JSON and answers JSON; throws for any other status than one of success. `connections`: as many at once. */
export const createSender = (
  base: string,
  { token, connections }: { token: string; connections: number },
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'lifo' });
  const send = <Reply>(method: string, path: string, body?: unknown): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const headers = {
        authorization: `Bearer ${token}`,
        ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
      };
      const outgoing = request(base + path, { agent, method, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(text) as Reply);
          else reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(payload);
    });
  return { send, close: () => agent.destroy() };
};
