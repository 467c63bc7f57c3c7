/** Sample mails, shown in development to review their design without triggering each. */
import { Router } from '../http/router.ts';
import type { WrittenMail } from './layout.ts';

export type MailSample = WrittenMail & { name: string };

/** `GET /internal/mails`, in development only. The samples are loaded on request. */
export const mailSampleRoutes = (isDevelopment: boolean, load: () => Promise<MailSample[]>): Router => {
  const router = Router();
  if (isDevelopment) router.get('/mails', async (_req, res) => void res.json(await load()));
  return router;
};
