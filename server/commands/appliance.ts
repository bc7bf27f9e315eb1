import { createPublicKey } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { getLocal } from '../engines/models/local.ts';
import { ApiError } from '../errors.ts';
import { isoTime } from '../time.ts';
import { version as ownVersion } from '../version.ts';
import { ApplianceError } from './appliance/appliance-error.ts';
import { writeAppliance } from './appliance/bundle.ts';
import { fingerprintOf, makeSigningKeys, readPrivateKey, readPublicKey } from './appliance/signing.ts';
import { verifyAppliance } from './appliance/verify.ts';
import type { CommandContext } from './context.ts';
import { openPlaces } from './models/context.ts';
import { megabytes } from './models/progress.ts';
import { printJson, printLines } from './output.ts';

interface BundleOptions {
  image: string;
  key: string;
  out: string;
  models?: string[];
  release?: string;
  json?: true;
}

/** `assay appliance …`: one signed file that a machine without internet is installed and upgraded from. */
export function registerAppliance(program: Command, context: CommandContext): void {
  const appliance = program
    .command('appliance')
    .description('one signed file to install and upgrade a machine without internet: keys, bundle, verify')
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  assay appliance keys --out publisher.key',
        '  assay appliance bundle --image image.tar --models whisper-small --key publisher.key --out assay.tar',
        '  assay appliance verify assay.tar --key publisher.key.pub',
        '',
        'On the other machine: unpack it with tar, check the signature, and run ./install.sh or ./upgrade.sh (docs/air-gap.md).',
        '',
      ].join('\n'),
    );

  appliance
    .command('keys')
    .description(
      'make the key that signs bundles (Ed25519), and beside it in FILE.pub the public one that checks them',
    )
    .requiredOption('--out <file>', 'where the secret key goes; must not exist')
    .option('--json', 'print {"file", "publicFile", "fingerprint"}')
    .action((options: { out: string; json?: true }) => keys(context, options));

  appliance
    .command('bundle')
    .description('write image, models, list of contents (CycloneDX), scripts and guides into one signed tar')
    .requiredOption('--image <archive>', 'of "docker save", "podman save" or "scripts/image-test --archive"')
    .requiredOption('--key <file>', 'the secret key that signs')
    .requiredOption('--out <file>', 'the tar to write')
    .option('--models <ids...>', 'installed models to take along, beside what the image has')
    .option('--release <version>', "what to call it (this Assay's version)")
    .option(
      '--json',
      'print {"file", "folder", "version", "image", "models", "components", "sizeBytes", "sha256", "signedBy"}',
    )
    .action((options: BundleOptions) => bundle(context, options));

  appliance
    .command('verify')
    .description('check signature and checksums of a bundle; exits with 1 when it must not be installed')
    .argument('<bundle>', 'the tar, or the folder that it was unpacked into')
    .requiredOption('--key <file>', "the publisher's public key")
    .option('--json', 'print {"version", "image", "models", "files"}')
    .action((path: string, options: { key: string; json?: true }) => verify(context, path, options));
}

async function keys(context: CommandContext, { out, json }: { out: string; json?: true }): Promise<void> {
  const file = resolve(out);
  const publicFile = `${file}.pub`;
  const { privateKey, publicKey, fingerprint } = makeSigningKeys();
  const writeNew = (path: string, text: string, mode: number) =>
    writeFile(path, text, { mode, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      throw new ApplianceError('SIGNING_KEY', `The file ${path} is there already; it is left as it is.`);
    });
  await writeNew(file, privateKey, 0o600);
  try {
    await writeNew(publicFile, publicKey, 0o644);
  } catch (error) {
    await rm(file);
    throw error;
  }
  if (json) return printJson(context, { file, publicFile, fingerprint });
  printLines(
    context,
    `The key that signs is in ${file}: keep it away from machines that others use.`,
    `The key that checks is in ${publicFile}; bring it to the other machine by another way than the bundles.`,
    `Its fingerprint, to compare by telephone: ${fingerprint}`,
  );
}

async function bundle(context: CommandContext, options: BundleOptions): Promise<void> {
  const key = await readPrivateKey(options.key);
  const places = openPlaces(context);
  const models = await Promise.all([...new Set(options.models)].map((id) => getLocal(places, id)));
  const version = options.release ?? ownVersion;
  if (!/^[\w][\w.+-]{0,39}$/.test(version)) {
    throw new ApiError(
      'INVALID_INPUT',
      '--release takes letters, digits, ".", "+", "-" and "_", 40 at most.',
    );
  }
  const { image, out, json } = options;
  const made = isoTime(context.clock.now());
  const written = await writeAppliance({ image, models, key, out, version, made });
  if (json) return printJson(context, written);
  printLines(
    context,
    `Wrote ${written.file} (${megabytes(written.sizeBytes)}): image ${written.image}, ${models.length} models, ${written.components} components listed.`,
    `  SHA-256   ${written.sha256}`,
    `  signed by ${fingerprintOf(createPublicKey(key))}`,
  );
}

async function verify(
  context: CommandContext,
  path: string,
  { key, json }: { key: string; json?: true },
): Promise<void> {
  const publicKey = await readPublicKey(key);
  const verified = await verifyAppliance(path, publicKey);
  if (json) return printJson(context, verified);
  printLines(
    context,
    `Assay ${verified.version} as it was signed by ${fingerprintOf(publicKey)}: ${verified.files.length} files, image ${verified.image}.`,
  );
}
