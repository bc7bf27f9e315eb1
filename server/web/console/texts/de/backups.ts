import type { backupsTexts as english } from '../backups.ts';
import type { Texts } from '../language.ts';
import { count, formatted } from './count.ts';

export const backupsTexts: Texts<typeof english> = {
  title: 'Sicherungen',
  description:
    'Verschlüsselte Kopien von allem, was nicht noch einmal zu haben ist; der Server macht sie, während er läuft.',
  off: 'Dieser Server macht keine Sicherungen',
  offText:
    'Alles auf dieser Maschine ist mit ihrer Festplatte verloren. Erzeugen Sie einen Schlüssel, setzen Sie zwei Einstellungen, und starten Sie den Server neu:',
  offCommand: 'assay backup keygen --out assay-backup.key',
  offSettings: 'ASSAY_BACKUP_TO=/mnt/backups  ASSAY_BACKUP_KEY_FILE=/etc/assay/backup.pub',
  states: {
    timely: 'Die neueste Sicherung ist so neu, wie sie sein sollte.',
    late: 'Die neueste Sicherung ist älter, als sie sein sollte.',
    none: 'Die erste Sicherung steht noch aus.',
    off: '',
  },
  last: 'Letzte Sicherung',
  made: 'Gemacht',
  never: 'Nie',
  dataOf: 'Mit den Daten von',
  next: 'Nächste Sicherung',
  soon: 'innerhalb einer Minute',
  place: 'Gespeichert in',
  rule: 'Wie oft',
  every: (everyMs: number) => {
    const minutes = Math.round(everyMs / 60_000);
    if (minutes % 60 !== 0) return minutes === 1 ? 'Jede Minute' : `Alle ${minutes} Minuten`;
    return minutes === 60 ? 'Jede Stunde' : `Alle ${minutes / 60} Stunden`;
  },
  keepCount: (number: number) => (number === 1 ? 'die neueste bleibt' : `die neuesten ${number} bleiben`),
  keepDays: (days: number) => `die der letzten ${days === 1 ? '24 Stunden' : `${days} Tage`} bleiben`,
  content: 'Inhalt',
  files: (files: number, size: string, added: string) =>
    `${count(files, 'Datei', 'Dateien')}, ${size}; davon neu ${added}`,
  failed: 'Der letzte Versuch ist fehlgeschlagen',
  underWay: 'Läuft',
  waiting: 'Beginnt innerhalb einer Minute',
  make: 'Jetzt sichern',
  verification: 'Prüfung',
  verificationText:
    'Liest jedes gespeicherte Byte zurück und vergleicht es mit seiner Prüfsumme. Sie braucht keinen Schlüssel und dauert eine Weile: Sie liest alle Sicherungen ganz.',
  verify: 'Jetzt prüfen',
  verifiedAt: 'Zuletzt geprüft',
  intact: (backups: number, objects: number, size: string) =>
    `${count(backups, 'Sicherung', 'Sicherungen')} unversehrt: ${count(objects, 'Objekt', 'Objekte')}, ${size} gelesen.`,
  damaged: (number: number) =>
    number === 1 ? 'Ein Fehler wurde gefunden.' : `${formatted(number)} Fehler wurden gefunden.`,
  discard:
    'Damit die nächste Sicherung die beschädigten Dateien neu speichert: assay backup verify --discard-damaged',
  notYet: 'Noch nicht.',
  drill: 'Wiederherstellung üben',
  drillText:
    'Eine Sicherung, die nie eingespielt wurde, ist nur eine Hoffnung. Die Übung stellt die neueste neben den Daten wieder her, prüft sie und entfernt sie wieder. Sie braucht den geheimen Schlüssel, den dieser Server nicht haben sollte: Führen Sie sie alle paar Monate von Hand aus.',
  drillCommand: 'assay backup drill --key-file assay-backup.key',
  drilledAt: 'Letzte Übung',
  drilled: (files: number, size: string, runs: number) =>
    `${count(files, 'Datei', 'Dateien')}, ${size} wiederhergestellt, mit ${count(runs, 'Lauf', 'Läufen')}.`,
  auditIntact: 'Das Protokoll darin ist unversehrt.',
  auditBroken: 'DAS PROTOKOLL DARIN IST NICHT UNVERSEHRT.',
  ofBackup: 'Sicherung',
};
