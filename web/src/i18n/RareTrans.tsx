import { type ComponentProps, lazy, Suspense } from 'react';
import type { Trans } from './Trans.tsx';

const Loaded = lazy(async () => ({ default: (await import('./Trans.tsx')).Trans }));

/** `Trans` for texts that a page rarely shows, such as those of an empty list: its library is loaded with the first. */
export const RareTrans = (props: ComponentProps<typeof Trans>) => (
  <Suspense fallback={null}>
    <Loaded {...props} />
  </Suspense>
);
