// npm installs the development dependencies of workspaces too, with all their dependencies. An image needs none of
// them: they are removed from the package files and the lock file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const change = (file, edit) => {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
};

const drop = (entry) => delete entry.devDependencies;

// The gateway serves this package's bundle, which contains everything it needs.
const bundled = 'node_modules/@scalar/api-reference';

change('package-lock.json', ({ packages }) => {
  delete packages[bundled].dependencies;
  for (const [path, entry] of Object.entries(packages)) {
    if (path.includes('node_modules')) continue;
    drop(entry);
    change(join(path, 'package.json'), drop);
  }
});
