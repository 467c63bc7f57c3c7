/** Bodies of type multipart/form-data become an object of texts (contracts/auth.md, section 1.2). */
import { kitErrors } from '@tessera/kit/errors';
import { type RequestHandler, raw } from 'express';

/** Bytes of a body, as of every other kind here, and parts in it; no shape has nearly as many fields. */
const most = 65_536;
const maxFields = 100;

/** Middlewares that read a multipart body; files in it are left out, nothing here takes one. */
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

/** Counts parts without reading them: taking a body of a thousand parts apart costs more than anything it could ask for. */
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
