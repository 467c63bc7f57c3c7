import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { billingDialect } from '@tessera/proto/api/error';
import express from 'express';
import { eventually } from '../../test/eventually.ts';
import { readBodies } from './bodies.ts';
import { failureOf } from './failure.ts';

let server: Server;
/** What came of each request: its body, or why it failed. */
const outcomes: unknown[] = [];

beforeAll(async () => {
  const app = express();
  app.use((req, _res, next) => {
    if (req.get('x-read') === undefined) next();
    else req.on('end', () => next()).resume();
  });
  app.use(readBodies(1_000, 'typed'));
  app.use((req, res) => {
    outcomes.push([req.body]);
    res.end();
  });
  app.use((error: unknown, _req: unknown, res: express.Response, _next: unknown) => {
    const { name, status } = failureOf(error, billingDialect);
    outcomes.push([name, status]);
    res.status(status).end();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => void (outcomes.length = 0));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = 'application/json';
/** Text in quotes, in Latin-1. */
const noLetters = Buffer.from('"Müller"', 'latin1');

/** Sends a request's body in pieces, and leaves after the last one if it is not all. */
const send = async (pieces: (string | Buffer)[], headers: Record<string, string>): Promise<unknown> => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
  const lines = Object.entries({ host: 'here', ...headers });
  socket.write(`POST / HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  const length = Number(headers['content-length'] ?? Number.NaN);
  let sent = 0;
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    sent += piece.length;
  }
  if (sent < length) socket.destroy();
  await eventually(() => expect(outcomes).toHaveLength(1));
  socket.destroy();
  return outcomes[0];
};

const whole = (body: string | Buffer, headers: Record<string, string> = {}) =>
  send([body], { 'content-type': json, 'content-length': String(Buffer.byteLength(body)), ...headers });

describe('the body of a request', () => {
  it('is read in whatever pieces it comes', async () => {
    const bytes = Buffer.from('{"a":"\u00e9\u20ac"}');
    const headers = { 'content-type': json, 'content-length': String(bytes.length) };
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await send(pieces, headers)).toEqual([{ a: '\u00e9\u20ac' }]);
  });

  it.each([
    ['a mark of its order', whole.bind(null, '\ufeff{"a":1}'), [{ a: 1 }]],
    ['no object', whole.bind(null, 'null'), [null]],
    ['a charset', whole.bind(null, '[1]', { 'content-type': `${json}; charset=utf-8` }), [[1]]],
    [
      'a charset in other letters',
      whole.bind(null, '[1]', { 'content-type': `${json};charset="UTF-8"` }),
      [[1]],
    ],
    [
      'UTF-16, told so',
      whole.bind(null, Buffer.from('"\u00e9"', 'utf16le'), { 'content-type': `${json}; charset=utf-16le` }),
      ['\u00e9'],
    ],
    ['packed', whole.bind(null, gzipSync('[1]'), { 'content-encoding': 'gzip' }), [[1]]],
    ['told to be packed by nothing', whole.bind(null, '[1]', { 'content-encoding': 'identity' }), [[1]]],
    ['another type', whole.bind(null, '[1]', { 'content-type': 'text/plain' }), [undefined]],
    ['no bytes', whole.bind(null, ''), [{}]],
    ['as much as may be', whole.bind(null, `"${'x'.repeat(998)}"`), ['x'.repeat(998)]],
    [
      'no length',
      send.bind(null, ['3\r\n[1]\r\n0\r\n\r\n'], { 'content-type': json, 'transfer-encoding': 'chunked' }),
      [[1]],
    ],
    ['read already', whole.bind(null, '[1]', { 'x-read': 'yes' }), [undefined]],
    ['nothing', send.bind(null, [], {}), [undefined]],
  ])('is taken: %s', async (_what, ask, outcome) => {
    expect(await ask()).toEqual(outcome);
  });

  it.each([
    ['more than may be', whole.bind(null, `"${'x'.repeat(999)}"`), ['PayloadTooLarge', 413]],
    ['no JSON', whole.bind(null, '{"a":'), ['RequestValidationError', 422]],
    ['a zero', whole.bind(null, '"\\u0000"'), ['RequestValidationError', 422]],
    ['bytes that are no letters', whole.bind(null, noLetters), ['RequestValidationError', 422]],
    [
      'packed bytes that are no letters',
      whole.bind(null, gzipSync(noLetters), { 'content-encoding': 'gzip' }),
      ['RequestValidationError', 422],
    ],
    [
      'a letter cut in half',
      whole.bind(null, Buffer.from([0x22, 0xe2, 0x82, 0x22])),
      ['RequestValidationError', 422],
    ],
    [
      'another charset',
      whole.bind(null, '[1]', { 'content-type': `${json}; charset=latin9` }),
      ['UnsupportedMediaType', 415],
    ],
    [
      'cut off',
      send.bind(null, ['[1'], { 'content-type': json, 'content-length': '9' }),
      ['BadRequest', 400],
    ],
  ])('is refused: %s', async (_what, ask, outcome) => {
    expect(await ask()).toEqual(outcome);
  });
});
