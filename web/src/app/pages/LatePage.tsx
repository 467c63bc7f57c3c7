import { Button, Loader } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageTitle } from '../../ui/pages/PageTitle.tsx';
import { browser, type Cause, findCause, loadMissedStyles, reloadOnce } from './late-page.ts';

type Load = () => Promise<ComponentType>;

/** Stands in for a page whose file could not be loaded: shows the page as soon as it loads. */
export const pageOnceLoaded = (load: Load): ComponentType => {
  let Loaded: ComponentType | null = null;
  return function LatePage() {
    const [Page, setPage] = useState<ComponentType | null>(() => Loaded);
    if (Page) return <Page />;
    const show = (loaded: ComponentType) => {
      Loaded = loaded;
      setPage(() => loaded);
    };
    return <Waiting load={load} onLoaded={show} />;
  };
};

const secondsBetweenTries = [1, 2, 4, 8, 15];

type Props = { load: Load; onLoaded: (page: ComponentType) => void };

const Waiting = ({ load, onLoaded }: Props) => {
  const [cause, setCause] = useState<Cause | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isShown = true;
    void tryAgain(load, tries).then((result) => {
      if (!isShown) return;
      if (typeof result === 'string') setCause(result);
      else onLoaded(result);
    });
    const again = () => setTries((count) => count + 1);
    const pause = secondsBetweenTries[tries] ?? secondsBetweenTries.at(-1) ?? 15;
    const timer = setTimeout(again, pause * 1000);
    window.addEventListener('online', again);
    return () => {
      isShown = false;
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [load, onLoaded, tries]);
  return <Words cause={cause} />;
};

/** Loads the page, or finds out why it cannot. A browser may cache a failed import: then only a reload helps. */
const tryAgain = async (load: Load, tries: number): Promise<ComponentType | Cause> => {
  const cause = await findCause();
  if (cause === 'offline') return cause;
  if (cause === 'new-version') {
    reloadOnce(Date.now());
    return cause;
  }
  await loadMissedStyles();
  return load().catch((): Cause => {
    if (tries > 0) reloadOnce(Date.now());
    return 'trouble';
  });
};

const words = (): Record<Cause, { title: string; text: string }> => ({
  offline: {
    title: t('app:youAreOffline'),
    text: t('app:thisPageCould'),
  },
  'new-version': {
    title: t('app:thereIsANewVersion'),
    text: t('app:thisPageBelongs'),
  },
  trouble: {
    title: t('app:thisPageCouldNotBe'),
    text: t('app:somethingWentWrongOnThe'),
  },
});

const Words = ({ cause }: { cause: Cause | null }) => {
  if (cause === null) return <Loader size="sm" aria-label={t('ui:loading')} />;
  const { title, text } = words()[cause];
  return (
    <div aria-live="polite">
      <PageTitle>{title}</PageTitle>
      <EmptyState
        icon={<IconCloudOff size={22} />}
        title={title}
        action={
          <Button variant="default" onClick={browser.reload}>
            {t('app:loadItAgain')}
          </Button>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
};
