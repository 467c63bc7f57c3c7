/** Upper bound of the sessions bench: a node:http server that answers every request with the same bytes. */
import { createServer } from 'node:http';

const body = process.env['BODY'] ?? '';
const length = Buffer.byteLength(body);

createServer((_req, res) => {
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-length', length);
  res.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
