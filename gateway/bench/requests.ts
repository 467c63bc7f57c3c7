/** Requests on kept connections, with as little of the processor as can be: what is measured runs beside it. */
import { type Dispatcher, Pool } from 'undici';

/** Sends JSON and answers JSON; throws for any other status than one of success. `connections`: as many at once. */
export const createSender = (
  base: string,
  { token, connections }: { token: string; connections: number },
) => {
  const { origin, pathname } = new URL(base);
  const pool = new Pool(origin, { connections });
  const authorization = `Bearer ${token}`;
  const send = <Reply>(method: string, path: string, body?: unknown): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? null : JSON.stringify(body);
      const headers =
        payload === null ? { authorization } : { authorization, 'content-type': 'application/json' };
      const parts: Buffer[] = [];
      let statusCode = 0;
      const handler: Dispatcher.DispatchHandler = {
        onRequestStart: () => undefined,
        onResponseStart: (_controller, status) => void (statusCode = status),
        onResponseData: (_controller, part) => void parts.push(part),
        onResponseEnd: () => {
          const text = Buffer.concat(parts).toString();
          if (statusCode >= 200 && statusCode < 300) resolve(JSON.parse(text) as Reply);
          else reject(new Error(`${method} ${path}: ${statusCode} ${text}`));
        },
        onResponseError: (_controller, error) => reject(error),
      };
      const request = {
        path: pathname + path,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: payload,
      };
      pool.dispatch(request, handler);
    });
  return { send, close: () => void pool.destroy() };
};
