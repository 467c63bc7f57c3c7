/** ClickHouse's HTTP interface to its engine: `node clickhouse-server.mjs CHDB_FOLDER DATA_FOLDER PORT`. */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [, , packages = '', data = '', port = '0'] = process.argv;
const { Session } = createRequire(path.join(packages, 'package.json'))('chdb');
const session = new Session(data);

const read = async (request) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const own = new Set(['query', 'database', 'query_id', 'session_id', 'default_format', 'role']);

/** Settings of the request, as in the real server: for this statement only. */
const settingsOf = (parameters) =>
  [...parameters].flatMap(([key, value]) =>
    own.has(key) || key.startsWith('param_') ? [] : [`${key} = '${value.replaceAll(/[\\']/g, '\\$&')}'`],
  );

const run = (parameters, body) => {
  const settings = settingsOf(parameters);
  const clause = settings.length > 0 ? ` SETTINGS ${settings.join(', ')} ` : ' ';
  const insert = parameters.get('query');
  const given = Object.fromEntries(
    [...parameters].flatMap(([key, value]) => (key.startsWith('param_') ? [[key.slice(6), value]] : [])),
  );
  if (insert !== null && body !== '') {
    const [into, format] = insert.split(/\s+FORMAT\s+/);
    return session.query(`${into}${clause}FORMAT ${format}\n${body}`, 'JSONEachRow');
  }
  const statement = (insert ?? body).trim();
  const [, text = statement, format = 'JSONEachRow'] =
    statement.match(/^([\s\S]*?)\s*FORMAT\s+(\w+)\s*;?$/) ?? [];
  const whole = /^\s*SELECT/i.test(text) ? `${text}${clause}` : text;
  return Object.keys(given).length > 0
    ? session.queryBind(whole, given, format)
    : session.query(whole, format);
};

const server = createServer({ maxHeaderSize: 1 << 20 }, async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') return void response.end('Ok.\n');
  const body = await read(request);
  try {
    response.end(String(run(url.searchParams, body)));
  } catch (error) {
    const text = String(error.message);
    const code = text.match(/Code: (\d+)/)?.[1] ?? '0';
    response.writeHead(500, { 'X-ClickHouse-Exception-Code': code });
    response.end(text);
  }
});
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ClickHouse is ready\n'));
process.on('SIGTERM', () => process.exit(0));
