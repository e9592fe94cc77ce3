import type { checkMailDomain, MailDomain, readMailDomain } from '#contract/mails/mail-domain.ts'
import { settingsTarget } from '#server/areas/tenants/setting.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { domainOf } from '#server/platform/mail.ts'
import { readMailServer, type StoredServer } from '../mail-server/mail-servers.ts'
import { checkCompanysDomain } from './check-mail-domain.ts'
import { dkimNameOf, dkimToAdd, dmarcNameOf, dmarcToAdd, spfToAdd } from './records.ts'
import { readStored, type StoredMailDomain } from './store-mail-domain.ts'

const noDomain: MailDomain = { domain: '', checked_at: null, signs: false, broken_since: null, records: [] }

async function showMailDomain(tx: Tx, companyId: string): Promise<MailDomain> {
  const server = await readMailServer(tx, companyId)
  if (!server) return noDomain
  const domain = domainOf(server.from.address).toLowerCase()
  const mailDomain = await readStored(tx, companyId, domain)
  if (!mailDomain) return { ...noDomain, domain }
  return {
    domain,
    checked_at: mailDomain.checkedAt?.toISOString() ?? null,
    signs: mailDomain.signingSince_ms !== null,
    broken_since: mailDomain.brokenSince_ms === null ? null : dateOf(mailDomain.brokenSince_ms).toISOString(),
    records: recordsOf(mailDomain, server),
  }
}

function recordsOf(
  { domain, selector, publicKey, states, spfFound, dmarcFound }: StoredMailDomain,
  server: StoredServer,
): MailDomain['records'] {
  return [
    {
      kind: 'spf',
      state: states.spf,
      name: domain,
      value: states.spf === 'missing' || states.spf === 'unknown' ? spfToAdd(server.host) : '',
      found: spfFound,
    },
    { kind: 'dkim', state: states.dkim, name: dkimNameOf(selector, domain), value: dkimToAdd(publicKey), found: '' },
    {
      kind: 'dmarc',
      state: states.dmarc,
      name: dmarcNameOf(domain),
      value: states.dmarc === 'ok' ? '' : dmarcToAdd,
      found: dmarcFound,
    },
  ]
}

export const handleReadMailDomain: Handler<typeof readMailDomain> = async ({ params }, call) => {
  const { companyId } = settingsTarget(call, params.companyId)
  return { result: 'success', data: await call.inScope((tx) => showMailDomain(tx, companyId)) }
}

export const handleCheckMailDomain: Handler<typeof checkMailDomain> = async ({ body }, call) => {
  const company = settingsTarget(call, body.companyId)
  if (!(await checkCompanysDomain(call.platform, company, call)))
    throw new Failure('conflict', { message: 'The domain’s name servers did not respond.' })
  const data = await call.inScope((tx) => showMailDomain(tx, company.companyId))
  return { result: 'success', message: 'The records were checked.', data }
}
