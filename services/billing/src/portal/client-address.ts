import type { Request } from 'express';

/** The address of whoever asks, as the gateway saw it; null where it did not say. */
export const clientAddressOf = (req: Request): string | null => {
  const first = req.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
  return first === '' ? null : first;
};
