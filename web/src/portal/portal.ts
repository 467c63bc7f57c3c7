/** What every part of a customer's pages stands on: whose pages they are, and how the server is asked. */
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import { type Answer, type Call, call, type Failure, takeFile } from '../buyers/call.ts';
import { type Answers, createAnswers } from './answers.ts';
import { type CustomerOrganization, endSession } from './api.ts';
import { followChanges } from './live.ts';

export type Asking = {
  answers: Answers;
  /** Changes something, and shows what has become of it. */
  change: <Value>(path: string, call: Call) => Promise<Answer<Value>>;
  /** Asks what would be, and changes nothing. */
  look: <Value>(path: string, body: unknown) => Promise<Answer<Value>>;
  /** Asks once, past what is kept. */
  ask: <Value>(path: string) => Promise<Answer<Value>>;
  /** Takes a file as the server sends it. */
  take: (path: string) => Promise<Answer<Blob>>;
  /** Shows what changes elsewhere, until it is stopped. */
  watch: () => (() => void) | undefined;
  /** Asks with another token from here on: the same customer has signed in again. */
  goOn: (token: string) => void;
  /** Ends the session: nothing is asked any more. */
  leave: () => void;
};

/** What a change is refused by that does not fit what there is now: the page shows that then. */
const staleStatuses: readonly number[] = [403, 404, 409];

/** Whether the session is over. A wrong code is refused by 401, too, and ends nothing. */
const isEnd = ({ status, name }: Failure): boolean =>
  status === 401 && name !== 'CustomerSessionCodeInvalidOrExpired';

/** Asks as the customer of a session. `onEnded` hears when the server knows its token no more. */
export const createAsking = (first: string, onEnded: () => void): Asking => {
  let token: string | null = first;
  const authorized = async <Value>(
    act: (headers: Record<string, string>) => Promise<Answer<Value>>,
  ): Promise<Answer<Value>> => {
    const used = token;
    const answer = await act({ authorization: `Bearer ${used}` });
    // What was under way when the customer signed out, or signed in again, is refused for a token that is past.
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
      const answer = await send<Value>(path, request);
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

/** What the server answers to a path; what was answered before is there at once. Null asks nothing. */
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
