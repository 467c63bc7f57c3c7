/** Mails with made-up contents: development shows them all, so that their looks can be judged without causing each. */
import type { WrittenMail } from './mail-layout.ts';
import { Router } from './router.ts';

export type MailSample = WrittenMail & { name: string };

/** `GET /mails` of `/internal`, in development only. The samples are loaded when somebody asks for them. */
export const mailSampleRoutes = (isDevelopment: boolean, load: () => Promise<MailSample[]>): Router => {
  const router = Router();
  if (isDevelopment) router.get('/mails', async (_req, res) => void res.json(await load()));
  return router;
};
