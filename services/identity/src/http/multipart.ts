/** Parses multipart/form-data bodies into an object of strings (contracts/auth.md, section 1.2). */
import { kitErrors } from '@tessera/kit/errors';
import { type RequestHandler, raw } from 'express';

/** Maximum bytes of a body, the same as for other content types. No schema has nearly as many fields. */
const most = 65_536;
const maxFields = 100;

/** Middlewares that read a multipart body. Files are ignored: no route takes any. */
export const readMultipart = (): RequestHandler[] => [
  raw({ type: 'multipart/form-data', limit: most }),
  async (req, _res, next) => {
    if (Buffer.isBuffer(req.body)) req.body = await fieldsOf(req.body, req.get('content-type') ?? '');
    next();
  },
];

const fieldsOf = async (body: Buffer, contentType: string): Promise<Record<string, string>> => {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined || partsOf(body, `--${boundary}`) > maxFields) throw kitErrors.BadRequest();
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

/** Counts parts without parsing them: parsing a body of a thousand parts is too expensive. */
const partsOf = (body: Buffer, delimiter: string): number => {
  let parts = -1;
  for (
    let at = body.indexOf(delimiter);
    at !== -1 && parts <= maxFields;
    at = body.indexOf(delimiter, at + 1)
  )
    parts += 1;
  return parts;
};
