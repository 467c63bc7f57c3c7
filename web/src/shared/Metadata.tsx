import { t } from '../i18n/t.ts';
import { Details } from '../ui/display/Details.tsx';
import { Section } from '../ui/pages/Section.tsx';

/** Metadata of the seller's own systems; nothing without any. */
export const Metadata = ({ metadata }: { metadata: Record<string, string | number | boolean> }) => {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <Section title={t('shared:metadata')}>
      <Details items={entries.map(([key, value]) => [key, String(value)])} />
    </Section>
  );
};
