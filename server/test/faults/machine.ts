import type { SourceFault } from './fault.ts'

/** What keeps an installation running, and its operator informed. */
export const machineFaults: SourceFault[] = [
  {
    name: 'write-while-read-only',
    says: 'Read-only mode lets calls change something.',
    file: 'server/platform/http/refuse-writes.ts',
    before: "done(mode ? new Failure('read_only', { retryAfterSeconds }) : undefined)",
    after: 'done(mode && undefined)',
    test: 'server/areas/machine/read-only.test.ts',
  },
  {
    name: 'backups-without-end',
    says: 'Old backups are never removed.',
    file: 'server/platform/backup-place.ts',
    before: 'const old = (await listBackups(place)).slice(keep)',
    after: 'const old = (await listBackups(place)).slice(1_000 * keep)',
    test: 'server/platform/backup-place.test.ts',
  },
  {
    name: 'newest-backup-gone',
    says: 'The newest backups are removed in place of the oldest.',
    file: 'server/platform/backup-place.ts',
    before: '(a.name < b.name ? 1 : -1)',
    after: '(a.name < b.name ? -1 : 1)',
    test: 'server/platform/backup-place.test.ts',
  },
  {
    name: 'changed-entry-unseen',
    says: 'The proof of the log overlooks an entry that was changed.',
    file: 'server/areas/activity/verify-audit-chains.ts',
    before: 'filter (where not (is_right and follows))',
    after: 'filter (where not follows)',
    test: 'server/areas/activity/activity.test.ts',
  },
  {
    name: 'last-entries-unseen',
    says: 'The proof of the log overlooks that its last entries are missing.',
    file: 'server/areas/activity/verify-audit-chains.ts',
    before: 'else if (!row.is_whole) sum.problems',
    after: 'else if (row.entries < 0) sum.problems',
    test: 'server/areas/activity/activity.test.ts',
  },
  {
    name: 'host-given-away',
    says: 'The host of a purged company can be claimed by anybody at once.',
    file: 'server/areas/companies/purge/purge-companies.ts',
    before: 'for (const { host } of rows) await releaseHost(tx, at, host, company.id)',
    after: 'for (const { host } of rows) void host',
    test: 'server/areas/companies/purge/purge-companies.test.ts',
  },
  {
    name: 'opt-outs-lost',
    says: 'A restore forgets the opt-outs that came after the backup.',
    file: 'server/areas/privacy/suppressions/apply-suppressions.ts',
    before: 'for (const place of [DATA_DIR, ...(BACKUP_DIR ? [BACKUP_DIR] : [])])',
    after: 'for (const place of [DATA_DIR])',
    test: 'server/areas/privacy/suppressions/suppressions.test.ts',
  },
  {
    name: 'tls-for-every-subdomain',
    says: 'A customer’s other hosts must have TLS, because their pages are below a domain that is served here.',
    file: 'server/platform/http/strict-transport.ts',
    before: 'return isOperators ? strictForSubdomains : strictTransport',
    after: 'return isOperators || host ? strictForSubdomains : strictTransport',
    test: 'server/platform/http/app.test.ts',
  },
]
