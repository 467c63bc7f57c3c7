import { readerLocale } from '../../i18n/start.ts';

const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
];

/** 3600 -> `1 hour`: the largest unit that divides the duration evenly. */
export const describeDuration = (seconds: number): string => {
  const { unit, seconds: length } = units.find((unit) => seconds % unit.seconds === 0) ?? {
    unit: 'second',
    seconds: 1,
  };
  return new Intl.NumberFormat(readerLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  );
};
