import { staticChecks } from './static-checks.ts';
import { runSteps } from './step.ts';

process.exit(await runSteps(staticChecks));
