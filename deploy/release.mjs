// Makes the files of a release in a folder, and publishes nothing: the npm package, the Python wheels (the client, and the program with
// its packages), the plugin of QGIS, the chart, the image where a builder is there; with checksums, a list of what is in them (SBOM),
// and where they come from (provenance).
//   node deploy/release.mjs FOLDER      after npm run build; needs Python 3.10 or later with pip, and git
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyPackages, installed } from './packages.mjs';
import { root } from './programFiles.mjs';

const say = (text) => process.stdout.write(`${text}\n`);
const read = (path) => readFileSync(join(root, path), 'utf8');
const run = (program, ...args) =>
  execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();

/** Where a version stands besides package.json, and the pattern that finds it. */
const VERSIONS = {
  'clients/python/pyproject.toml': /^version = "(.*)"$|^local = \["hinterland-program==(.*)"\]$/gm,
  'clients/python-program/pyproject.toml': /^version = "(.*)"$/gm,
  'clients/python/src/hinterland/__init__.py': /^__version__ = "(.*)"$/gm,
  'clients/qgis/hinterland/metadata.txt': /^version=(.*)$/gm,
  'deploy/chart/Chart.yaml': /^(?:version|appVersion): "?([^"\n]*)"?$/gm,
};

/** The version of package.json. Throws where another file has another one. */
function oneVersion() {
  const { version } = JSON.parse(read('package.json'));
  for (const [file, pattern] of Object.entries(VERSIONS)) {
    const found = [...read(file).matchAll(pattern)].map((match) => match.slice(1).find((one) => one !== undefined));
    if (found.length === 0 || found.some((one) => one !== version))
      throw new Error(`${file} says ${found.join(', ') || 'no version'}, package.json ${version}.`);
  }
  return version;
}

/** The command line as a package of Python, with the packages that its bundles import. */
function programWheel(npmFolder, scratch, target) {
  const folder = join(scratch, 'python-program');
  cpSync(join(root, 'clients/python-program'), folder, { recursive: true });
  const program = join(folder, 'src/hinterland_program/program');
  cpSync(npmFolder, program, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(join(npmFolder, 'package.json'), 'utf8'));
  copyPackages(Object.keys(dependencies).map(installed), program);
  run('python3', '-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', target, folder);
}

const builder = () => ['podman', 'docker'].find((name) => spawnSync(name, ['info'], { stdio: 'ignore' }).status === 0);

const target = process.argv[2] && resolve(process.argv[2]);
if (!target) throw new Error('Name the folder of the release: node deploy/release.mjs FOLDER');
const scratch = mkdtempSync(join(tmpdir(), 'hinterland-release-'));
try {
  const version = oneVersion();
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const npmFolder = join(scratch, 'npm');
  run(process.execPath, 'deploy/npmPackage.mjs', npmFolder);
  run('npm', 'pack', '--silent', '--pack-destination', target, npmFolder);
  run('python3', '-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', target, 'clients/python');
  programWheel(npmFolder, scratch, target);
  run('python3', 'clients/qgis/build.py', join(target, `hinterland-qgis-${version}.zip`));
  run(
    'git',
    'archive',
    '--format=tar.gz',
    '--prefix=hinterland/',
    `--output=${join(target, `hinterland-chart-${version}.tgz`)}`,
    'HEAD:deploy/chart',
  );
  const build = builder();
  if (build === undefined) say('Neither podman nor docker runs here: the image is not built.');
  else {
    run(build, 'build', '--quiet', '-f', 'deploy/Containerfile', '-t', `hinterland:${version}`, '.');
    run(build, 'save', '-o', join(target, `hinterland-image-${version}.tar`), `hinterland:${version}`);
  }
  writeFileSync(
    join(target, `hinterland-${version}.sbom.json`),
    run('npm', 'sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'),
  );
  const files = readdirSync(target).sort();
  const digests = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(target, name)))
      .digest('hex'),
  ]);
  writeFileSync(join(target, 'SHA256SUMS'), digests.map(([name, sha256]) => `${sha256}  ${name}\n`).join(''));
  const provenance = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: digests.map(([name, sha256]) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'node deploy/release.mjs',
        externalParameters: { version },
        resolvedDependencies: [{ name: 'source', digest: { gitCommit: run('git', 'rev-parse', 'HEAD') } }],
      },
      runDetails: { builder: { id: 'deploy/release.mjs', version: { node: process.version } } },
    },
  };
  writeFileSync(join(target, 'provenance.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  for (const name of readdirSync(target).sort()) say(name);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
