import { staticChecks } from './testing/static-checks.ts';
import { runSteps } from './testing/step.ts';

process.exit(await runSteps(staticChecks));
