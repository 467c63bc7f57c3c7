/** What the system has answered, endpoint by endpoint, for the proof that all of the contract was asked. */

/** Endpoint (`POST /sign-in/email`) -> answers (`200`, `401 (empty)`, `400 Invalid email`, `302 error=no_code`). */
const seen = new Map<string, Set<string>>();

export const answersOf = (endpoint: string): string[] => [...(seen.get(endpoint) ?? [])].toSorted();
export const endpointsSeen = (): string[] => [...seen.keys()].toSorted();

/** Notes an answer of `/api/auth`, and refuses one that breaks the rules all answers share (section 1). */
export const noteAnswer = async (method: string, url: string, response: Response): Promise<void> => {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/auth/')) return;
  const endpoint = `${method} ${routeOf(pathname.slice('/api/auth'.length))}`;
  const text = await response.clone().text();
  const answer = describeAnswer(response, text);
  checkShape(`${endpoint}: ${answer}`, response, text);
  seen.set(endpoint, (seen.get(endpoint) ?? new Set()).add(answer));
};

const routeOf = (path: string): string =>
  path
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/reset-password\/.+/, '/reset-password/:token')
    .replace(/^\/callback\/.+/, '/callback/:id');

const describeAnswer = ({ status, headers }: Response, text: string): string => {
  if (status === 302) {
    const error = new URL(headers.get('location') ?? '', 'http://relative').searchParams.get('error');
    return error === null ? '302' : `302 error=${error}`;
  }
  if (status < 400) return text === 'null' ? `${status} null` : `${status}`;
  return `${status} ${text === '' ? '(empty)' : messageOf(text)}`;
};

const messageOf = (text: string): string =>
  text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;

/** JSON without a charset, empty bodies too; an error's code follows from its message (sections 1.3 and 1.4). */
const checkShape = (what: string, { status, headers }: Response, text: string): void => {
  const type = headers.get('content-type');
  if (status >= 400 && text.startsWith('{') && status !== 429) {
    const { code, message } = JSON.parse(text) as { code: string; message: string };
    if (code !== codeOf(message)) throw new Error(`${what} has the code ${code}`);
  }
  const isOther = type === null || /^text\//.test(type);
  if (type !== 'application/json' && !isOther) throw new Error(`${what} is ${type}`);
};

/** Section 1.4: upper case, spaces to underscores, all else dropped; two failures have a code of their own. */
export const codeOf = (message: string): string => {
  if (/^Invalid (body|query) parameters$/.test(message)) return 'VALIDATION_ERROR';
  if (message.startsWith('You have been banned')) return 'BANNED_USER';
  return message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '');
};
