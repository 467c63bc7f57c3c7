import i18next from 'i18next';
import type { ReactElement } from 'react';
import { Trans as Translated } from 'react-i18next/TransWithoutContext';
import type { Key } from './catalogues.ts';
import type { Values } from './t.ts';

type Props = {
  i18nKey: Key;
  values?: Values;
  /** The element for each `<name>…</name>` in the text. */
  components: Record<string, ReactElement>;
};

/** A text with elements inside: "Read <terms>the terms</terms>, {{name}}". */
export const Trans = ({ i18nKey, values, components }: Props) => (
  <Translated
    i18n={i18next}
    i18nKey={i18nKey as string}
    {...(values && { values })}
    components={components}
  />
);
