/** A signed-in caller with the request's cookies, and the means to set new ones. */
import type { UserCaller } from '@tessera/proto/api/passport';
import type { Request, Response } from 'express';

export type RequestContext = {
  caller: UserCaller;
  /** The request's cookie header. */
  cookie: string;
  /** Adds cookies to the response. */
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
