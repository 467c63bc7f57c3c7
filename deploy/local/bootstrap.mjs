// The one file that the machine's own Node runs (20 or later): it installs what package-lock.json names and
// hands over to the Node version that everything else is written for.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants, homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const commands = ['start', 'dev', 'test', 'check', 'bench', 'parked', 'usage'];
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

/** Whether node_modules holds what the lock file names; what npm may leave out on this platform may be absent. */
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

const install = () => {
  process.stdout.write('Installing packages (only at the first time and after changes) …\n');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [file, ...args] = [...npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(file, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) fail(`npm cannot be run: ${error.message}`);
  if (status !== 0) fail('The packages could not be installed; see npm’s message above.');
};

const findNode = () => {
  const brought = join(modules, '.bin', 'node');
  if (existsSync(brought)) return brought;
  if (Number(process.versions.node.split('.')[0]) >= neededMajor) return process.execPath;
  return fail(
    `Node ${neededMajor} is needed, this is ${process.versions.node}, and npm has none for this platform.`,
  );
};

/** Lets the kernel stop the child should this process be killed; without setpriv it is only forwarded to. */
const withParentDeathSignal = (command) => {
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv'].find(existsSync);
  return setpriv === undefined ? command : [setpriv, '--pdeathsig', 'TERM', '--', ...command];
};

/** npm passes signals on, but not its own sudden death. */
const stopWithoutParent = (child) => {
  const parent = process.ppid;
  const check = () => {
    if (process.ppid !== parent) child.kill('SIGTERM');
  };
  setInterval(check, 1000).unref();
};

/**
 * A process that goes on running is kept small: sources whose types were stripped once are not read again, because one that
 * strips any holds the compiler, and its threads do not keep an arena of memory each.
 */
const smallProcess = (command) =>
  command === 'start'
    ? {
        NODE_COMPILE_CACHE: join(
          process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
          'tessera',
          'compiled',
        ),
        MALLOC_ARENA_MAX: '2',
      }
    : {};

const handOver = (node, command, args) => {
  const script = join(root, 'deploy', 'local', 'src', `${command}.ts`);
  const [file, ...rest] = withParentDeathSignal([node, script, ...args]);
  const path = [join(modules, '.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, ...smallProcess(command) };
  const child = spawn(file, rest, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event !== undefined) stopWithoutParent(child);
  child.once('error', (error) => fail(`${node} cannot be run: ${error.message}`));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
};

const [command, ...args] = process.argv.slice(2);
if (Number(process.versions.node.split('.')[0]) < 20)
  fail(`Node 20 or later is needed, this is ${process.versions.node}.`);
if (!commands.includes(command)) fail(`Unknown command ${command ?? ''}: use one of ${commands.join(', ')}.`);
if (!isInstalled()) install();
handOver(findNode(), command, args);
