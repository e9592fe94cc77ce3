import { domainCauses, failedDaysUntilOff } from '#contract/branding/custom-domain.ts'
import { findNoticed } from '#server/areas/sign-in/find-account.ts'
import { queueMail } from '#server/areas/mails/queue-mail.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { dateOf } from '#server/platform/clock.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { createDns } from '#server/platform/dns.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'
import { settleEach } from '#server/platform/settle-each.ts'
import { warnedOnDays } from './domain-state.ts'
import { inspectDomain } from './inspect-domain.ts'
import { saveDomainCheck, type DomainCheckResult } from './save-domain-check.ts'
import { readDueDomains, readTarget, type StoredDomain } from './store-domain.ts'
import type { MailSample, MailSamples } from '#server/areas/mails/mail-sample.ts'

/** Per root and run; the rest follows in the next run. */
const maxAtOnce = 100
const sideBySide = 8

/**
 * Checks every domain that is due. Repeatable: what is due is decided again, and a check only settles its own domain.
 * One that cannot be checked does not hold up the others.
 */
export const checkDomainsJob: Job = {
  name: 'check-domains',
  everyMinutes: 2,
  async run(platform) {
    const { rows } = await platform.appPool.query<{ root_id: string }>(
      'select distinct root_id from host where agency_id is null',
    )
    for (const { root_id } of rows) await checkRoot(platform, root_id)
  },
}

async function checkRoot(platform: Platform, rootId: string): Promise<void> {
  const { due, target } = await inScope(
    platform.appPool,
    { kind: 'root', rootId },
    async (tx) => ({
      due: await readDueDomains(tx, rootId, dateOf(platform.clock.now()), maxAtOnce),
      target: await readTarget(tx, rootId),
    }),
    { readOnly: true },
  )
  // The workers share one iterator, so that each domain is checked once.
  const rest = due.values()
  await Promise.all(
    Array.from({ length: sideBySide }, () =>
      settleEach(platform, 'a domain could not be checked', rest, (domain) => checkOne(platform, domain, target)),
    ),
  )
}

async function checkOne(platform: Platform, domain: StoredDomain, target: string): Promise<void> {
  const cause = await inspectDomain(createDns(platform.config), { ...domain, target })
  const watchers = await findNoticed(platform, domain)
  await inScope(platform.appPool, { kind: 'root', rootId: domain.rootId }, async (tx) => {
    const change = await saveDomainCheck(tx, platform.clock.now(), domain, cause, false)
    if (!change) return
    const words = wordsOf(change, domain.domain)
    if (words) for (const to of watchers) await queueMail(tx, platform, { kind: 'problems', to, write: words })
    if (change.from !== change.to) await record(tx, platform, domain, change)
  })
}

type Write = Parameters<typeof queueMail>[2]['write']

/** When an agency is mailed about failed checks: on the first day, after one, two and four weeks, and at the end. */
function wordsOf({ from, to, cause, failedDays }: DomainCheckResult, domain: string): Write | null {
  if (cause === null) return null
  const why = domainCauses[cause]
  if (cause === 'expired')
    return (say) => ({
      title: say('Your domain was not verified'),
      paragraphs: [
        say('The records of {domain} were not found within seven days.', { domain }),
        say('Add it again in your settings to get new ones.'),
      ],
    })
  if (from !== 'verified') return null
  if (to === 'failed')
    return (say) => ({
      title: say('Your domain was turned off'),
      paragraphs: [
        say('The records of {domain} were wrong for {days} days in a row. The domain is no longer served.', {
          domain,
          days: String(failedDays),
        }),
        say(why),
        say('Your subdomain works as before. Fix the records, then choose “Check now” in your settings.'),
      ],
    })
  if (cause === 'no_answer' || !warnedOnDays.includes(failedDays)) return null
  return (say) => ({
    title: say('The records of your domain are wrong'),
    paragraphs: [
      say('Found in today’s check of {domain}. Days in a row so far: {days}.', {
        domain,
        days: String(failedDays),
      }),
      say(why),
      say('The domain still works. Fix the records, or it is turned off in {left} days.', {
        left: String(failedDaysUntilOff - failedDays),
      }),
    ],
  })
}

/** A job did it, so the log names no person. */
const record = (
  tx: Tx,
  platform: Platform,
  { companyId, rootId, domain }: StoredDomain,
  { from, to }: DomainCheckResult,
): Promise<void> =>
  recordActivity(
    tx,
    { platform, address: '', requestId: '', caller: null, object: null },
    {
      action: to === 'verified' ? 'setting.customDomainVerified' : 'setting.customDomainFailed',
      place: { rootId, agencyId: companyId, clientId: null },
      target: { kind: 'company', id: companyId, name: domain },
      from: { state: from },
      to: { state: to },
    },
  )

const sampleChanges: readonly [string, Parameters<typeof wordsOf>[0]][] = [
  ['domain_expired', { from: 'pending', to: 'failed', cause: 'expired', failedDays: 7 }],
  ['domain_off', { from: 'verified', to: 'failed', cause: 'txt_missing', failedDays: failedDaysUntilOff }],
  ['domain_wrong', { from: 'verified', to: 'verified', cause: 'txt_missing', failedDays: warnedOnDays[0]! }],
]

/** With invented data. */
export const samples: MailSamples = Object.fromEntries(
  sampleChanges.map(([name, change]): [string, MailSample] => [
    name,
    { kind: 'problems', write: (say, language) => wordsOf(change, 'leads.example.com')!(say, language) },
  ]),
)
