/** `findFaults` as a separate process: environments as JSON on stdin, faults as JSON on stdout. */
import { text } from 'node:stream/consumers';
import { type Environments, findFaults } from './faults.ts';

const environments = JSON.parse(await text(process.stdin)) as Environments;
process.stdout.write(JSON.stringify(findFaults(environments)));
