import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';

type Props<Value extends string> = {
  /** The accessible name, also of the list that replaces it on a phone. */
  label: string;
  choices: readonly { value: Value; label: string }[];
  value?: Value | undefined;
  onChange: (value: Value) => void;
  size?: 'xs';
  disabled?: boolean;
};

/** The number of characters that fit side by side on a phone, with each choice's padding. */
const widest = 40;
const besides = 4;

/** Selects one of a few choices, side by side. On a phone without room for them, a native select. */
export const Segments = <Value extends string>({
  label,
  choices,
  value,
  onChange,
  size,
  disabled = false,
}: Props<Value>) => {
  const isPhone = useMediaQuery('(max-width: 30em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const length = choices.reduce((sum, choice) => sum + choice.label.length + besides, 0);
  const shared = { 'aria-label': label, data: [...choices], value, disabled, ...(size && { size }) };
  if (isPhone && (choices.length > 3 || length > widest))
    return <NativeSelect {...shared} onChange={(event) => onChange(event.currentTarget.value as Value)} />;
  return <SegmentedControl {...shared} onChange={(next) => onChange(next as Value)} />;
};
