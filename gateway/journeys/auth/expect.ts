/** What tests expect of the client's answers, in the words of the contract. */
import { STATUS_CODES } from 'node:http';
import { codeOf } from './answers.ts';
import type { Reply } from './browser.ts';

/** The error that the client is handed: status, code and message, or the status alone (null: an empty body). */
export const refusal = (status: number, message: string | null) => ({
  status,
  statusText: STATUS_CODES[status],
  ...(message !== null && { code: codeOf(message), message }),
});

type Call = () => Promise<{ error: unknown }>;
export type Refused = [what: string, call: Call, status: number, message: string | null];

/** One test for each call that is refused. */
export const refuses = (rows: Refused[]): void =>
  it.each(rows)('refuses %s', async (_what, call, status, message) => {
    expect((await call()).error).toEqual(refusal(status, message));
  });

/** The data of an answer that has to be a success. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies freely: the assertion says what a field is
export const good = async (call: Promise<{ data: unknown; error: unknown }>): Promise<any> => {
  const { data, error } = (await call) as Reply;
  expect(error).toBeNull();
  return data;
};

export const invalidBody = 'Invalid body parameters';
export const invalidQuery = 'Invalid query parameters';

const token = expect.stringMatching(/^[a-zA-Z0-9]{32}$/);
const time = expect.any(Date);

/** A user as sign-in and sign-up answer it: exactly these keys. */
export const shortUser = (own: object = {}) => ({
  id: expect.any(String),
  email: expect.any(String),
  name: expect.any(String),
  image: null,
  emailVerified: false,
  createdAt: time,
  updatedAt: time,
  ...own,
});

/** A user as get-session answers it: exactly these keys. */
export const fullUser = (own: object = {}) => ({
  ...shortUser(),
  username: null,
  displayUsername: null,
  role: 'user',
  banned: null,
  banReason: null,
  banExpires: null,
  ...own,
});

/** A session: exactly these keys. */
export const aSession = (own: object = {}) => ({
  id: expect.any(String),
  token,
  userId: expect.any(String),
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
  ipAddress: expect.any(String),
  userAgent: expect.any(String),
  activeOrganizationId: null,
  impersonatedBy: null,
  ...own,
});

export const aToken = token;

const rest = 'Path=/; HttpOnly; SameSite=Lax';
const kept = (name: string, seconds: number) => `tessera.${name}=…; Max-Age=${seconds}; ${rest}`;

/** Set-Cookie lines under the standard options, in the words of section 4. */
export const cookie = {
  token: kept('session_token', 604_800),
  /** Until the browser is closed. */
  forgotten: [`tessera.session_token=…; ${rest}`, `tessera.dont_remember=…; ${rest}`],
  cache: kept('session_data', 60),
  device: kept('session_token_multi-…', 604_800),
  cleared: ['session_token', 'session_data', 'dont_remember'].map(
    (name) => `tessera.${name}=; Max-Age=0; ${rest}`,
  ),
  cacheDropped: 'tessera.session_data=; Max-Age=0',
  deviceDropped: `tessera.session_token_multi-…=; Max-Age=0; ${rest}`,
};
