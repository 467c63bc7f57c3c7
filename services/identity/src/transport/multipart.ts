/** Bodies of type multipart/form-data become an object of texts (contracts/auth.md, section 1.2). */
import { kitErrors } from '@tessera/kit/errors';
import { type RequestHandler, raw } from 'express';

const most = 1_048_576;

/** Middlewares that read a multipart body; files in it are left out, nothing here takes one. */
export const readMultipart = (): RequestHandler[] => [
  raw({ type: 'multipart/form-data', limit: most }),
  async (req, _res, next) => {
    if (Buffer.isBuffer(req.body)) req.body = await fieldsOf(req.body, req.get('content-type') ?? '');
    next();
  },
];

const fieldsOf = async (body: Buffer, contentType: string): Promise<Record<string, string>> => {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    return Object.fromEntries(
      [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    throw kitErrors.BadRequest();
  }
};
