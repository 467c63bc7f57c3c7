import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type StartOptions, UsageError } from './options.ts';

/** The demo enables features that are off by default. */
export const demoOptions = {
  identity: {
    emailVerification: { sendVerificationEmail: true },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: true },
      deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    },
  },
};

type Options = Record<string, unknown>;

const readOptions = (file: string): Options => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Options;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
};

/** A section that is no object is left as it is, for the services to refuse. */
const withSandbox = (options: Options): Options => {
  const { billing = {} } = options;
  const isSection = typeof billing === 'object' && billing !== null && !Array.isArray(billing);
  return isSection ? { ...options, billing: { ...billing, sandbox: true } } : options;
};

/**
 * The product options of `npm start`: those of the command line, else those of the environment; they are not merged.
 * Without either, the defaults apply, or those of `--demo`. `--sandbox` is added to them.
 */
export const configOf = (
  { config, isDemo, isSandbox }: Pick<StartOptions, 'config' | 'isDemo' | 'isSandbox'>,
  environment: NodeJS.ProcessEnv,
): { config?: string | object } => {
  const file = config ?? (environment['TESSERA_CONFIG'] || undefined);
  if (isSandbox)
    return { config: withSandbox(file === undefined ? (isDemo ? demoOptions : {}) : readOptions(file)) };
  if (config !== undefined) return { config };
  return isDemo && file === undefined ? { config: demoOptions } : {};
};

const Place = z.object({ identity: z.object({ basePath: z.string().default('/api/auth') }).prefault({}) });

/** The path of the auth API under these options, without a trailing slash. */
export const authPathOf = (
  { config }: { config?: string | object },
  environment: NodeJS.ProcessEnv,
): string => {
  const given = config ?? (environment['TESSERA_CONFIG'] || {});
  const options = typeof given === 'string' ? readOptions(given) : given;
  return Place.parse(options).identity.basePath.replace(/\/+$/, '');
};
