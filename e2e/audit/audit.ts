import pg from 'pg'
import { chromium } from 'playwright-core'
import { findBrowser } from '../support/find-browser.ts'
import { auditCases } from './audit-cases.ts'
import { auditSite } from './audit-site.ts'

// npm run audit -- URL: what a browser with each privacy signal leaves behind on a page with the pixel. With AUDIT_DATABASE_URL it reads what is
// stored, too: of a database that gets no other visits meanwhile.

const url = process.argv[2]
if (!url || !URL.canParse(url)) throw new Error('Usage: npm run audit -- https://page-with-the-pixel')
const address = process.env['AUDIT_DATABASE_URL']
const pool = address ? new pg.Pool({ connectionString: address, max: 1 }) : undefined

/** As the tables' owner: over all agencies. */
const readDatabase = async () => {
  const { rows } = await pool!.query<{ hits: number; withdrawals: number }>(
    `select (select count(*)::int from hit) as hits,
       (select count(*)::int from graphile_worker.jobs where task_identifier = 'withdraw-consent') as withdrawals`,
  )
  return rows[0]!
}

const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox', '--disable-gpu'] })
try {
  // Whose country another server believes is not ours to say.
  const cases = auditCases.filter(({ from }) => from === undefined)
  const lines = await auditSite(browser, { url, cases, ...(pool && { readDatabase }) })
  for (const { name, problems } of lines) {
    process.stdout.write(`${problems.length === 0 ? 'ok     ' : 'FAILURE'}  ${name}\n`)
    for (const problem of problems) process.stdout.write(`         ${problem}\n`)
  }
  if (lines.some(({ problems }) => problems.length > 0)) process.exitCode = 1
} finally {
  await browser.close()
  await pool?.end()
}
