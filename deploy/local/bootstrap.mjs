// The only file that the machine's own Node runs (20 or later). It installs what package-lock.json names and prints
// to stdout which Node runs the command (`run.sh`); messages for people go to stderr.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const commands = ['start', 'dev', 'test', 'check', 'bench', 'parked', 'usage'];
/** Commands for a system that is running: an installation would take the packages away from under it. */
const besideSystem = ['parked', 'usage'];
const neededMajor = 24;

const fail = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const packagesIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
};

/** Whether node_modules holds what the lock file names, except packages that npm may skip on this platform. */
const isInstalled = () => {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(modules, '.package-lock.json'));
  if (wanted === undefined) fail('package-lock.json cannot be read: is this a complete checkout?');
  if (present === undefined) return false;
  return Object.entries(wanted)
    .filter(([path]) => path.startsWith('node_modules/'))
    .every(([path, { version, optional, link }]) => {
      const installed = present[path];
      if (installed === undefined) return optional === true;
      return link === true ? existsSync(join(root, path)) : installed.version === version;
    });
};

/** Returns the id of a process that was started from this folder with its packages; none outside of Linux. */
const findRunning = () => {
  if (!existsSync('/proc/self/exe')) return undefined;
  return readdirSync('/proc').find((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      const [, ...args] = readFileSync(`/proc/${id}/cmdline`, 'utf8').split('\0');
      return readlinkSync(`/proc/${id}/exe`).startsWith(modules) && args.some((arg) => arg.startsWith(root));
    } catch {
      // It has ended, or belongs to somebody else.
      return false;
    }
  });
};

const install = () => {
  const running = findRunning();
  if (running !== undefined)
    fail(
      `The packages of this version have to be installed, but process ${running} still runs with those in ${modules}: stop it first.`,
    );
  process.stderr.write('Installing packages (only at the first time and after changes) …\n');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [file, ...args] = [...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(file, args, {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (error !== undefined) fail(`npm cannot be run: ${error.message}`);
  if (status !== 0) fail('The packages could not be installed; see npm’s message above.');
};

/** Holds the id of the process that installs. Not in node_modules, which npm removes first. */
const lockFile = join(root, '.cache', 'installing');

const isInstalling = () => {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Creates the lock. Returns false while another process holds it; one that has died no longer does. */
const takeLock = () => {
  try {
    mkdirSync(dirname(lockFile), { recursive: true });
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isInstalling()) rmSync(lockFile, { force: true });
    return false;
  }
};

/** Installs what is missing; of several commands that are started together, one installs. */
const installOnce = async () => {
  for (let tries = 0; !takeLock(); tries += 1) {
    if (tries === 1) process.stderr.write('Waiting for another command, which installs the packages …\n');
    await delay(300);
  }
  if (!isInstalled()) install();
  rmSync(lockFile, { force: true });
};

const findNode = () => {
  const brought = join(modules, '.bin', 'node');
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  return fail(
    `Node ${neededMajor} is needed, this is ${process.versions.node}, and npm has none for this platform.`,
  );
};

const [command] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or later is needed, this is ${process.versions.node}.`);
if (!commands.includes(command)) fail(`Unknown command ${command ?? ''}: use one of ${commands.join(', ')}.`);
if (!isInstalled() && !(besideSystem.includes(command) && existsSync(modules))) await installOnce();
process.stdout.write(findNode());
