const units = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
];

/** 3600 -> `1 hour`: the largest unit that leaves no rest. */
export const describeDuration = (seconds: number): string => {
  const unit = units.find((unit) => seconds % unit.seconds === 0) ?? { name: 'second', seconds: 1 };
  const count = seconds / unit.seconds;
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
};
