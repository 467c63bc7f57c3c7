import { z } from 'zod';

const Environment = z.object({
  MODEL_RUNS: z.coerce.number().int().positive().optional(),
  MODEL_SEED: z.coerce.number().int().optional(),
});

/**
 * fast-check's parameters for random lives of subscriptions. `usual`: how many, unless MODEL_RUNS says it; MODEL_SEED:
 * certain ones. `limit`: milliseconds for the usual number after which no further one begins; more have longer.
 */
export const modelRuns = ({ usual, limit }: { usual: number; limit?: number }) => {
  const { MODEL_RUNS: numRuns = usual, MODEL_SEED: seed } = Environment.parse(process.env);
  return {
    numRuns,
    ...(seed !== undefined && { seed }),
    ...(limit !== undefined && { interruptAfterTimeLimit: limit * Math.max(1, numRuns / usual) }),
  };
};
