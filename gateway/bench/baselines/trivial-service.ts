/** The trivial service behind both proxies of the gateway bench: one small JSON response. */
import { createServer } from 'node:http';

const body = JSON.stringify({ items: [], pagination: { total_count: 0, max_page: 0 } });

createServer((_req, res) => {
  res.setHeader('content-type', 'application/json');
  res.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
