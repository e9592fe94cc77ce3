import type { Pool } from 'pg'
import { readRoots } from '#server/areas/branding/read-roots.ts'
import { verifyPrivacyReports } from '#server/areas/privacy/report/verify-reports.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const day_ms = 24 * 3_600_000

/** Verifies the chain of each brand's privacy reports, and that none tells of somebody identified against a rule. */
export async function checkPrivacy(appPool: Pool, now_ms: number): Promise<Finding[]> {
  const { reports, lastDay_ms, broken, identified } = await verifyPrivacyReports(appPool, await readRoots({ appPool }))
  const findings = [
    ...broken.map((text) =>
      failure(
        `privacy report of ${text} was changed, or the one before it is missing`,
        'Someone with access to the database changed it. Keep a copy and compare it with a backup.',
      ),
    ),
    ...identified.map((text) =>
      failure(
        `privacy report of ${text}: somebody was identified who must not be`,
        'Stop the work role, find the leads of that day, take them back, and read docs/privacy.',
      ),
    ),
  ]
  if (lastDay_ms !== null && now_ms - lastDay_ms > 3 * day_ms)
    findings.push(warning('no privacy report was written for two days', 'Look at the job report-privacy in the log.'))
  return findings.length > 0
    ? findings
    : [ok(`${reports} daily privacy reports are intact: every hash, nobody identified`)]
}
