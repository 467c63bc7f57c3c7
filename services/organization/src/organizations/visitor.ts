/** Someone signed in, with the cookies they came with and the browser that takes new ones. */
import type { UserCaller } from '@tessera/proto/api/passport';
import type { Request, Response } from 'express';

export type Visitor = {
  caller: UserCaller;
  /** Their cookie header. */
  cookie: string;
  /** Gives their browser cookies with the reply. */
  giveCookies: (setCookie: string[]) => void;
};

export const visitorOf = (call: { caller: UserCaller; req: Request; res: Response }): Visitor => ({
  caller: call.caller,
  cookie: call.req.get('cookie') ?? '',
  giveCookies: (setCookie) => {
    for (const cookie of setCookie) call.res.append('set-cookie', cookie);
  },
});
