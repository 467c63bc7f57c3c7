import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';

/** Prints lines for people: time, process name, message. */
export type Printer = (name: string, line: string) => void;

const colours = ['cyan', 'magenta', 'blue', 'green', 'yellow', 'gray'] as const;
const WIDTH = 12;

/** A printer with one color per name; plain text where colors are disabled or not supported. */
export const createPrinter = (
  write: (text: string) => void = (text) => process.stdout.write(text),
): Printer => {
  const names: string[] = [];
  return (name, line) => {
    if (!names.includes(name)) names.push(name);
    const colour = colours[names.indexOf(name) % colours.length] ?? 'gray';
    const time = new Date().toTimeString().slice(0, 8);
    const prefix = styleText(colour, name.padEnd(WIDTH), { stream: process.stdout });
    for (const part of line.split('\n'))
      write(`${styleText('dim', time, { stream: process.stdout })} ${prefix} ${part}\n`);
  };
};

type LogRecord = {
  level?: string | number;
  msg?: string;
  err?: { message?: string };
  [key: string]: unknown;
};

const lifecycle = ['ready', 'stopped'];
const quiet = new Set(['level', 'time', 'service', 'pid', 'hostname', 'msg', 'err', 'traceId']);
const levels = new Map([
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

const parse = (line: string): LogRecord | undefined => {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as LogRecord;
  } catch {
    return undefined;
  }
};

const levelOf = ({ level }: LogRecord): string =>
  typeof level === 'number' ? (levels.get(level) ?? 'info') : (level ?? 'info');

const isSerious = (level: string): boolean => ['warn', 'error', 'fatal'].includes(level);

const viewField = ([key, value]: [string, unknown]): string =>
  `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`;

/**
 * The readable form of one line of a process's output: warnings, errors, and starts and stops; undefined for others.
 * A line that is not JSON is not from the logger and is shown unchanged.
 */
export const readableLine = (line: string): string | undefined => {
  const record = parse(line);
  if (record === undefined) return line.trim() === '' ? undefined : line;
  const level = levelOf(record);
  const message = record.msg ?? '';
  if (!isSerious(level)) return lifecycle.includes(message) ? message : undefined;
  const fields = Object.entries(record).filter(([key]) => !quiet.has(key));
  const cause =
    record.err?.message !== undefined && !message.includes(record.err.message) ? record.err.message : '';
  return [level.toUpperCase(), message, cause, ...fields.map(viewField)].filter(Boolean).join(' ');
};

/**
 * Writes each line of a process's output to `<folder>/<name>.log`. Lines are lost while the disk is full; after an error
 * the file is opened again.
 */
export const createLogFile = (
  folder: string,
  name: string,
): { write: (line: string) => void; end: () => void } => {
  mkdirSync(folder, { recursive: true });
  const open = (): WriteStream =>
    createWriteStream(join(folder, `${name}.log`), { flags: 'a', mode: 0o600 }).on('error', () => undefined);
  let file = open();
  return {
    write: (line) => {
      if (file.destroyed) file = open();
      file.write(`${line}\n`);
    },
    end: () => void file.end(),
  };
};
