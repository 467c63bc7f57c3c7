import { ensureBrowser } from './testing/browser.ts';
import { jestStep } from './testing/jest-step.ts';
import { staticChecks } from './testing/static-checks.ts';
import { runSteps } from './testing/step.ts';

// `npm test` runs everything; `npm test -- services/billing` only the tests whose path contains that text.
const patterns = process.argv.slice(2);
const isPartial = patterns.length > 0;
const more = isPartial ? [...patterns, '--passWithNoTests'] : [];

const code = await runSteps([
  ...(isPartial ? [] : staticChecks),
  // More workers than processors: most of them wait for a database, the event bus or a timer.
  jestStep('unit and slice tests', 'unit', ['--maxWorkers', '4', ...more]),
  jestStep('page tests', 'pages', ['--maxWorkers', '4', ...more]),
  { name: 'browser', run: ensureBrowser },
  jestStep('journeys', 'journeys', ['--maxWorkers', '2', ...more]),
]);
process.exit(code);
