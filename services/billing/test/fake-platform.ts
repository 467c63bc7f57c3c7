/** Fakes of Discord and GitHub over real HTTP: they record requests and return the responses that a test sets. */
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from '@tessera/kit/test/listen';

export type PlatformRequest = { method: string; path: string; authorization: string; body: string };
type Answer = { status: number; json?: unknown; headers?: Record<string, string> };
type Answering = (request: PlatformRequest) => Answer | Promise<Answer> | undefined;

export type FakePlatform = {
  url: string;
  sent: PlatformRequest[];
  /** Adds a handler before the existing ones; if it returns undefined, the next one is asked. */
  answer: (answering: Answering) => void;
  /** Clears the recorded requests and the added handlers. */
  reset: () => void;
  stop: () => Promise<void>;
};

const read = async (req: IncomingMessage): Promise<PlatformRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return {
    method: req.method ?? '',
    path: req.url ?? '',
    authorization: req.headers.authorization ?? '',
    body: Buffer.concat(chunks).toString(),
  };
};

export const startFakePlatform = async (usual: Answering): Promise<FakePlatform> => {
  const sent: PlatformRequest[] = [];
  let answers: Answering[] = [];
  const server = createServer(async (req, res) => {
    const request = await read(req);
    sent.push(request);
    const own = answers.reduce<ReturnType<Answering>>((found, answer) => found ?? answer(request), undefined);
    const { status, json, headers = {} } = (await (own ?? usual(request))) ?? { status: 404, json: {} };
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(json === undefined ? '' : JSON.stringify(json));
  });
  return {
    url: await listen(server),
    sent,
    answer: (answering) => void (answers = [answering, ...answers]),
    reset: () => {
      sent.length = 0;
      answers = [];
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Discord with one guild, `7000`, whose bot may assign the roles `7002` and `7004`; `code-42` is for account 42. */
export const usualDiscord: Answering = ({ method, path, authorization, body }) => {
  if (path === '/oauth2/token') {
    const form = new URLSearchParams(body);
    const account =
      form.get('code')?.replace('code-', '') ?? form.get('refresh_token')?.replace('refresh-', '');
    if (!account) return { status: 400, json: { error: 'invalid_grant' } };
    const tokens = {
      access_token: `access-${account}`,
      refresh_token: `refresh-${account}`,
      expires_in: 604_800,
    };
    return { status: 200, json: { ...tokens, ...(account === 'guild' && { guild: { id: '7000' } }) } };
  }
  if (path === '/users/@me') {
    const id = authorization.replace('Bearer access-', '');
    return { status: 200, json: { id, username: `user${id}` } };
  }
  if (path === '/guilds/7000')
    return {
      status: 200,
      json: {
        id: '7000',
        name: 'Ada’s friends',
        roles: [
          { id: '7000', name: '@everyone', position: 0, color: 0 },
          { id: '7001', name: 'Admin', position: 9, color: 255 },
          { id: '7002', name: 'Customer', position: 1, color: 255 },
          { id: '7004', name: 'Patron', position: 2, color: 255 },
          { id: '7003', name: 'Bot', position: 5, color: 0, managed: true, tags: { bot_id: 'the-id' } },
          { id: '7005', name: 'Music', position: 10, color: 0, managed: true, tags: { bot_id: '1' } },
        ],
      },
    };
  if (method === 'PUT' && path.includes('/roles/')) return { status: 404, json: { code: 10_007 } };
  if (method === 'PUT' && path.includes('/members/')) return { status: 201, json: {} };
  return method === 'DELETE' ? { status: 204 } : undefined;
};

/** GitHub with the App installed for `ada/engine`, where the user is an admin, and `ada/other`, which they read. */
export const usualGitHub: Answering = ({ method, path, body }) => {
  if (path === '/login/oauth/access_token')
    return {
      status: 200,
      json: { access_token: new URLSearchParams(body).get('code')?.replace('code-', '') },
    };
  if (path === '/user') return { status: 200, json: { id: 42, login: 'grace' } };
  if (path === '/user/42') return { status: 200, json: { id: 42, login: 'grace-renamed' } };
  if (path.startsWith('/user/installations?')) return { status: 200, json: { installations: [{ id: 5 }] } };
  if (path.startsWith('/user/installations/5/repositories')) {
    const of = (id: number, name: string, admin: boolean) => ({
      id,
      name,
      owner: { login: 'ada' },
      permissions: { admin },
    });
    return { status: 200, json: { repositories: [of(1, 'engine', true), of(2, 'other', false)] } };
  }
  if (path === '/repos/ada/engine/installation') return { status: 200, json: { id: 5 } };
  if (path === '/app/installations/5/access_tokens') return { status: 201, json: { token: 'installed' } };
  if (path.startsWith('/repos/ada/engine/invitations'))
    return method === 'DELETE' ? { status: 204 } : { status: 200, json: [{ id: 77, invitee: { id: 42 } }] };
  if (path.includes('/collaborators/')) return { status: method === 'PUT' ? 201 : 204 };
  return undefined;
};
