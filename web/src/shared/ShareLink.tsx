import { Anchor, Button, Group, Skeleton, Stack, Textarea } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../i18n/t.ts';
import { CopyField } from '../ui/display/CopyField.tsx';
import { Copying } from '../ui/display/Copying.tsx';

const QrCode = lazy(async () => ({ default: (await import('./QrCode.tsx')).QrCode }));

/** The HTML that opens the checkout above a page of the seller's: a link and the embedding script. */
const snippetOf = (url: string): string => {
  const link = document.createElement('a');
  link.href = url;
  link.setAttribute('data-polar-checkout', '');
  link.textContent = t('shared:buyNow');
  const script = document.createElement('script');
  script.src = new URL('/embed/checkout.js', url).href;
  script.defer = true;
  script.setAttribute('data-auto-init', '');
  return [link, script].map(({ outerHTML }) => outerHTML).join('\n');
};

/** The address of a link to copy, and the HTML to embed it. */
export const ShareLink = ({ url }: { url: string }) => {
  const snippet = snippetOf(url);
  const [isDrawn, setIsDrawn] = useState(false);
  return (
    <Stack gap="md">
      <CopyField label={t('shared:checkoutLink')} value={url} />
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconQrcode size={14} aria-hidden />}
          aria-expanded={isDrawn}
          onClick={() => setIsDrawn(!isDrawn)}
        >
          {t(isDrawn ? 'shared:hideQrCode' : 'shared:showQrCode')}
        </Button>
      </Group>
      {isDrawn && (
        <Suspense fallback={<Skeleton height={256} width={256} radius="md" mx="auto" aria-hidden />}>
          <QrCode url={url} />
        </Suspense>
      )}
      <Textarea
        label={t('shared:embedInYourPage')}
        description={t('shared:theCheckoutOpensOverYourPage')}
        value={snippet}
        readOnly
        autosize
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="space-between">
        <Copying value={snippet}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t('ui:copied') : t('shared:copyTheSnippet')}
            </Button>
          )}
        </Copying>
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
          {t('shared:openTheCheckout')}
        </Anchor>
      </Group>
    </Stack>
  );
};
