import { dirname } from 'node:path';
import type { Config } from '../../config/env.ts';
import { parseBucketUrl } from '../../config/object-storage.ts';

export interface UnitValues {
  /** The programs that are started. */
  node: string;
  program: string;
  /** The installation's folder. */
  root: string;
  user: string;
  settingsFile: string;
  /** Home of the user who installs. */
  home: string;
  config: Pick<
    Config,
    'dataDir' | 'scratchDir' | 'modelsDir' | 'auditAnchors' | 'backup' | 'executionProvider'
  >;
}

/** Why no unit can be written with these; null when one can. */
export function faultOfUnitValue({ user, ...values }: UnitValues): string | null {
  if (!/^[a-z_][a-z0-9_-]{0,31}\$?$/.test(user)) return `--user must be the name of a user; it is "${user}".`;
  const { node, program, root, settingsFile } = values;
  const odd = [node, program, root, settingsFile, ...writtenTo(values)].find((path) =>
    /[\s"'\\%$]/.test(path),
  );
  return odd === undefined
    ? null
    : `A unit of systemd cannot name "${odd}": use a path without spaces, quotes, "%", "$" and "\\".`;
}

/** Folders that the server writes to, each once; what lies in another of them is not named again. */
function writtenTo({ config }: Pick<UnitValues, 'config'>): string[] {
  const { dataDir, scratchDir, modelsDir, auditAnchors, backup } = config;
  const backups = backup.to !== null && !parseBucketUrl(backup.to) ? [backup.to] : [];
  const all = [...new Set([dataDir, scratchDir, modelsDir, dirname(auditAnchors.file), ...backups])];
  return all.filter(
    (folder) => !all.some((other) => other !== folder && `${folder}/`.startsWith(`${other}/`)),
  );
}

/**
 * A unit that serves an installation: started again whenever it ends, with no right to write anywhere but in its own folders. What is left out on purpose:
 * MemoryDenyWriteExecute, because Node compiles as it goes; a filter of system calls, because programs that read uploads have one of their own.
 */
export function systemdUnit({ node, program, root, user, settingsFile, home, config }: UnitValues): string {
  const folders = writtenTo({ config });
  const isBelow = (folder: string) =>
    [root, node, ...folders].some((path) => `${path}/`.startsWith(`${folder}/`));
  const usesHome = ['/home', '/root', '/run/user', home].some((folder) => folder !== '/' && isBelow(folder));
  const usesTmp = ['/tmp', '/var/tmp'].some(isBelow);
  return `# Written by "assay service install"; write it anew by the same command.
[Unit]
Description=Assay
Documentation=file://${root}/docs/operations.md
Wants=network-online.target
After=network-online.target postgresql.service
# It may fail while a disk or a database is still on its way; it is never given up.
StartLimitIntervalSec=0

[Service]
User=${user}
WorkingDirectory=${root}
Environment=DATA_DIR=${config.dataDir}
Environment=NODE_ENV=production ORT_DISABLE_TELEMETRY=1 MALLOC_MMAP_THRESHOLD_=1048576 NODE_OPTIONS=--max-semi-space-size=4
# Settings (docs/settings.md), which may also stand here: systemctl edit assay
EnvironmentFile=-${settingsFile}
ExecStart=${node} ${program} serve
Restart=always
RestartSec=5
# Requests under way are finished, runs are given back.
TimeoutStopSec=30
KillMode=mixed
LimitNOFILE=65536
UMask=0077

# It writes here and nowhere else.
ReadWritePaths=${folders.map((folder) => `-${folder}`).join(' ')}
ProtectSystem=strict
ProtectHome=${usesHome ? 'no' : 'yes'}
PrivateTmp=${usesTmp ? 'no' : 'yes'}

NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
PrivateDevices=${config.executionProvider === 'cuda' ? 'no' : 'yes'}
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RemoveIPC=yes
LockPersonality=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}
