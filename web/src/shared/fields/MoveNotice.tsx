import { VisuallyHidden } from '@mantine/core';
import { t } from '../../i18n/t.ts';

/** What was moved within a list, and the place where it stands now, counted from one. */
export type Move = { name: string; place: number; total: number };

/** Announces where something of a sortable list stands now: nothing else tells a screen reader. Rendered always. */
export const MoveNotice = ({ move }: { move: Move | null }) => (
  <VisuallyHidden aria-live="polite">{move && t('shared:movedTo', move)}</VisuallyHidden>
);
