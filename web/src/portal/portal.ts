/** The context of the portal's pages: the seller, the session, and requests. */
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import { type Answer, type Call, call, type Failure, takeFile } from '../buyers/request/call.ts';
import { type Answers, createAnswers } from './answers.ts';
import { type CustomerOrganization, endSession } from './api.ts';
import { followChanges } from './live.ts';

export type Asking = {
  answers: Answers;
  /** Sends a change, then refetches what is shown. */
  change: <Value>(path: string, call: Call) => Promise<Answer<Value>>;
  /** Sends a request that changes nothing, such as a preview. */
  look: <Value>(path: string, body: unknown) => Promise<Answer<Value>>;
  /** Sends a request past the cache. */
  ask: <Value>(path: string) => Promise<Answer<Value>>;
  /** Downloads a file as the server sends it. */
  take: (path: string) => Promise<Answer<Blob>>;
  /** Follows live updates until stopped. */
  watch: () => (() => void) | undefined;
  /** Continues with another token, after the same customer has signed in again. */
  goOn: (token: string) => void;
  /** Ends the session: no further requests are sent. */
  leave: () => void;
};

/** Statuses of a change that does not fit the present state: the page then refetches. */
const staleStatuses: readonly number[] = [403, 404, 409];

/** Whether the session has ended. A wrong code is a 401 too, and ends nothing. */
const isEnd = ({ status, name }: Failure): boolean =>
  status === 401 && name !== 'CustomerSessionCodeInvalidOrExpired';

/** Sends requests with a customer's session. `onEnded` is called when the server rejects the token. */
export const createAsking = (first: string, onEnded: () => void): Asking => {
  let token: string | null = first;
  const authorized = async <Value>(
    act: (headers: Record<string, string>) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const used = token;
    const answer = await act({ authorization: `Bearer ${used}` });
    // Requests in flight at a sign-out or new sign-in fail with the previous token, which is no reason.
    if (answer.error && isEnd(answer.error) && used !== null && used === token) onEnded();
    return answer;
  };
  const send = <Value>(path: string, request: Call = {}) =>
    authorized((headers) => call<Value>(path, { ...request, headers }));
  const ask = <Value>(path: string) => send<Value>(path);
  const answers = createAnswers(ask);
  return {
    answers,
    ask,
    take: (path) => authorized((headers) => takeFile(path, headers)),
    watch: () => (token === null ? undefined : followChanges(token, () => void answers.refresh())),
    goOn: (given) => {
      token = given;
      void answers.refresh();
    },
    leave: () => {
      if (token !== null) void endSession(token);
      token = null;
    },
    look: <Value>(path: string, body: unknown) => send<Value>(path, { method: 'POST', body }),
    change: async <Value>(path: string, request: Call) => {
      const answer = await send<Value>(path, { ...request, isOnce: request.method === 'POST' });
      if (!answer.error || staleStatuses.includes(answer.error.status)) await answers.refresh();
      return answer;
    },
  };
};

export type Portal = Asking & {
  slug: string;
  seller: CustomerOrganization;
  signOut: () => void;
};

export const PortalContext = createContext<Portal | null>(null);

export const usePortal = (): Portal => {
  const portal = useContext(PortalContext);
  if (!portal) throw new Error('This part of the page stands outside of it.');
  return portal;
};

export type Asked<Value> = {
  data: Value | null;
  error: Failure | null;
  /** Nothing is known yet. */
  isFirst: boolean;
  again: () => Promise<void>;
};

/** The reply of a path; a cached one is returned immediately, then refetched. Null sends no request. */
export const useAsked = <Value>(path: string | null): Asked<Value> => {
  const { answers } = usePortal();
  const follow = useCallback(
    (tell: () => void) => (path === null ? () => undefined : answers.follow(path, tell)),
    [answers, path],
  );
  const answer = useSyncExternalStore(follow, () => (path === null ? null : answers.read(path)));
  const again = useCallback(async () => (path === null ? undefined : answers.load(path)), [answers, path]);
  useEffect(() => void again(), [again]);
  return {
    data: (answer?.data ?? null) as Value | null,
    error: answer?.error ?? null,
    isFirst: answer === null,
    again,
  };
};
