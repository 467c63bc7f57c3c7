/** Someone signed in, with the cookies they came with and the browser that takes new ones. */
import type { UserCaller } from '@tessera/proto/api/passport';
import type { Request, Response } from 'express';

export type RequestContext = {
  caller: UserCaller;
  /** Their cookie header. */
  cookie: string;
  /** Gives their browser cookies with the reply. */
  setCookies: (setCookie: string[]) => void;
};

export const requestContextOf = (call: {
  caller: UserCaller;
  req: Request;
  res: Response;
}): RequestContext => ({
  caller: call.caller,
  cookie: call.req.get('cookie') ?? '',
  setCookies: (setCookie) => {
    for (const cookie of setCookie) call.res.append('set-cookie', cookie);
  },
});
