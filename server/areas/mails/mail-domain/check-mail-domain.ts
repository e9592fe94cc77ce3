import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { inScope } from '#server/platform/database/scope.ts'
import { createDns } from '#server/platform/dns.ts'
import type { Platform } from '#server/platform/platform.ts'
import { domainOf } from '#server/platform/mail.ts'
import { readMailServer } from '../mail-server/mail-servers.ts'
import { afterCheck } from './after-check.ts'
import { inspectMailDomain, type FoundRecords } from './inspect-mail-domain.ts'
import { readStored, storeCheck, storeNewDomain, storeSilence } from './store-mail-domain.ts'

interface Company {
  companyId: string
  rootId: string
}

/** Who asked for a check, for the log; the daily job names nobody. */
export type Asked = Pick<Parameters<typeof recordActivity>[1], 'address' | 'requestId' | 'caller' | 'object'>
const nobody: Asked = { address: '', requestId: '', caller: null, object: null }

/**
 * Checks the records of the domain that a company sends from, which has a key from its first check on. The name servers are queried
 * between two transactions, because they may take seconds. False if they did not respond.
 */
export async function checkCompanysDomain(
  platform: Platform,
  company: Company,
  asked: Asked = nobody,
): Promise<boolean> {
  const { companyId, rootId } = company
  const scope = { kind: 'root', rootId } as const
  const server = await inScope(platform.appPool, scope, (tx) => readMailServer(tx, companyId), { readOnly: true })
  if (!server) return true
  const domain = domainOf(server.from.address).toLowerCase()
  const mailDomain =
    (await inScope(platform.appPool, scope, (tx) => readStored(tx, companyId, domain), { readOnly: true })) ??
    (await giveKeys(platform, company, domain))
  if (!mailDomain) return true
  const records = await inspectMailDomain(createDns(platform.config), mailDomain)
  if (records === null) {
    await inScope(platform.appPool, scope, (tx) => storeSilence(tx, companyId, platform.clock.now()))
    return false
  }
  await settle(platform, company, { domain, selector: mailDomain.selector, records, asked })
  return true
}

async function giveKeys(platform: Platform, company: Company, domain: string) {
  const store = await storeNewDomain(platform, company, domain)
  return inScope(platform.appPool, { kind: 'root', rootId: company.rootId }, async (tx) => {
    await store(tx)
    return readStored(tx, company.companyId, domain)
  })
}

type Check = { domain: string; selector: string; records: FoundRecords; asked: Asked }

async function settle(platform: Platform, { companyId, rootId }: Company, { domain, selector, records, asked }: Check) {
  await inScope(platform.appPool, { kind: 'root', rootId }, async (tx) => {
    const before = await readStored(tx, companyId, domain, true)
    // It was given other keys meanwhile, which this check did not look for.
    if (before?.selector !== selector) return
    const now_ms = platform.clock.now()
    const after = afterCheck(before, records, now_ms)
    await storeCheck(tx, companyId, { domain, after, records, now_ms })
    const didSign = before.signingSince_ms !== null
    const signs = after.signingSince_ms !== null
    if (didSign === signs) return
    await recordActivity(
      tx,
      { platform, ...asked },
      {
        action: signs ? 'setting.mailSigningStarted' : 'setting.mailSigningStopped',
        place: { rootId, agencyId: companyId === rootId ? null : companyId, clientId: null },
        target: { kind: 'company', id: companyId },
        to: { domain },
      },
    )
  })
}
