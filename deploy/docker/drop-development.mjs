// npm takes a workspace's development dependencies along when they are workspaces themselves, with all that those
// need. An image has no use for any of them: they are taken out of the package files and of the lock file alike.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const change = (file, edit) => {
  const content = JSON.parse(readFileSync(file, 'utf8'));
  edit(content);
  writeFileSync(file, JSON.stringify(content));
};

const drop = (entry) => delete entry.devDependencies;

// The gateway serves this package's bundle, in which all that it needs is already.
const bundled = 'node_modules/@scalar/api-reference';

change('package-lock.json', ({ packages }) => {
  delete packages[bundled].dependencies;
  for (const [path, entry] of Object.entries(packages)) {
    if (path.includes('node_modules')) continue;
    drop(entry);
    change(join(path, 'package.json'), drop);
  }
});
