import type { StartOptions } from './options.ts';

/** A demo shows what is off unless an operator wants it. */
export const demoOptions = {
  identity: {
    emailVerification: { sendVerificationEmail: true },
    user: {
      changeEmail: { enabled: true, sendChangeEmailVerification: true },
      deleteUser: { enabled: true, sendDeleteAccountVerification: true },
    },
  },
};

/**
 * The product options of `npm start`: those that the command line names, else those that the environment names, whole.
 * Without either the defaults hold, but for `--demo`.
 */
export const configOf = (
  { config, isDemo }: Pick<StartOptions, 'config' | 'isDemo'>,
  environment: NodeJS.ProcessEnv,
): { config?: string | object } => {
  if (config !== undefined) return { config };
  return isDemo && environment['TESSERA_CONFIG'] === undefined ? { config: demoOptions } : {};
};
