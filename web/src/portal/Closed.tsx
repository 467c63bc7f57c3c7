import { t } from './i18n.ts';
import notice from './ui/Notice.module.css';

/** Says that the seller was deleted, and what its customers still find here. */
export const Closed = ({ seller }: { seller: string }) => (
  <div className={notice.quiet}>
    <span>
      <strong>{t('closed.title', { seller })}</strong>
    </span>
    <span>{t('closed.text')}</span>
  </div>
);
