import type { Request } from 'express';

/** The client's address as seen by the gateway; null if it was not passed. */
export const clientAddressOf = (req: Request): string | null => {
  const first = req.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return first === '' ? null : first;
};
