import { UsageError } from './options.ts';
import { describeProcess, type ProcessName, type SystemEnvironment } from './system-processes.ts';

type Faults = { findFaults: (environments: Record<string, NodeJS.ProcessEnv>) => string[] };

/** Named like this because the services, whose words these are, are built upon this package and not below it. */
const words = '../../configuration/faults.ts';

/** Throws a UsageError that names what the processes would refuse, before anything is started. */
export const checkConfiguration = async (
  names: readonly ProcessName[],
  around: SystemEnvironment,
): Promise<void> => {
  const { findFaults } = (await import(words)) as Faults;
  const faults = findFaults(
    Object.fromEntries(names.map((name) => [name, describeProcess(name, around).env])),
  );
  if (faults.length > 0) throw new UsageError(faults.join('\n'));
};
