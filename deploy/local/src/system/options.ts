import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mode, root } from './system-processes.ts';

/** The options of `npm start` and `npm run dev` after `--`. Paths are absolute. */
export type StartOptions = {
  port: number;
  dataDir: string;
  config: string | undefined;
  isDemo: boolean;
  /** Production mode may sell with test cards. */
  isSandbox: boolean;
  isHelp: boolean;
};

/** An error that the user at the terminal can fix: shown as one line, without a stack. */
export class UsageError extends Error {}

export const usage = (command: string): string => `${command} -- [options]
  --port N       port of the web application and the API (3000)
  --data DIR     folder for everything that is kept (.data)
  --config FILE  product options, a JSON file
  --demo         make a demo seller with products, customers and a few months of history
  --sandbox      in production mode: take test cards in place of money; every page says "test mode"
TESSERA_MODE=production in the environment starts the production mode.`;

const parse = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '3000' },
        data: { type: 'string' },
        config: { type: 'string' },
        sandbox: { type: 'boolean', default: false },
        demo: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence} (-- --help lists the options)`, { cause: error });
  }
};

const parsePort = (text: string): number => {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`--port must be a number from 1 to 65535, not "${text}"`);
};

/** Returns the absolute path of a readable configuration file; the services validate its content. */
const checkConfig = (file: string, folder: string): string => {
  const path = resolve(folder, file);
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return path;
  } catch (error) {
    throw new UsageError(`--config ${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  throw new UsageError(`--config ${file} must hold a JSON object`);
};

/** Parses the command line; relative paths are relative to `folder`. Throws a UsageError. */
export const parseOptions = (args: string[], folder: string): StartOptions => {
  const { port, data, config, demo, sandbox, help } = parse(args);
  return {
    port: parsePort(port),
    dataDir: data === undefined ? join(root, '.data') : resolve(folder, data),
    config: config === undefined ? undefined : checkConfig(config, folder),
    isDemo: demo,
    isSandbox: sandbox,
    isHelp: help,
  };
};

/** Returns the mode; development when TESSERA_MODE is not set. Throws a UsageError for unknown modes. */
export const readMode = (environment: NodeJS.ProcessEnv): Mode => {
  const mode = environment['TESSERA_MODE'] || 'development';
  if (mode === 'development' || mode === 'production') return mode;
  throw new UsageError(`TESSERA_MODE must be development or production, not "${mode}"`);
};
