const width = 96;
const height = 28;

/** A small line of a figure over time. Decorative: the figure stands beside it. */
export const Sparkline = ({ values }: { values: number[] }) => {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(...values, 1)];
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    return `${x.toFixed(1)},${(height - 2 - ((value - low) / (high - low)) * (height - 4)).toFixed(1)}`;
  });
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
};
