import { useState } from 'react';
import { saveAs } from '../../buyers/display/save.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';

/** Downloads all data that the seller has of a customer. */
export const ExportSection = () => {
  const portal = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async () => {
    setIsBusy(true);
    setProblem(null);
    const { data, error } = await portal.take(routes.everything);
    setIsBusy(false);
    if (error) return setProblem(failureText(error));
    const address = URL.createObjectURL(data);
    saveAs(address, `${portal.slug}.json`);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <Section title={t('export.title')}>
      <p className={sections.text}>{t('export.text', { seller: portal.seller.organization.name })}</p>
      <Button kind="secondary" isBusy={isBusy} onPress={take}>
        {t('export.do')}
      </Button>
      <Alert message={problem} />
    </Section>
  );
};
