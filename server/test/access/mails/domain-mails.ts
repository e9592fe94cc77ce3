import { checkCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { checkDomainsJob } from '#server/areas/domains/check-domains.ts'
import type { MailKinds } from './kind.ts'
import type { MailStage } from './stage.ts'

const day_ms = 86_400_000

async function passDays({ http, pass }: MailStage, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    pass(day_ms)
    await checkDomainsJob.run(http.platform, {})
  }
  http.forget()
}

/** One domain is never verified; the next one is, and then loses its records for as long as it takes to be turned off. */
async function loseDomains(stage: MailStage): Promise<void> {
  const { http, names, owner } = stage
  const companyID = owner.companyId
  const domain = `leads.${owner.host.replace('.localhost', '')}-agency.com`
  const add = async () => (await http.as(owner).call(updateCustomDomain, { body: { companyID, domain } })).body.data
  await add()
  await passDays(stage, 9)
  const { txt_name, txt_value, cname_target } = await add()
  names.set('TXT', txt_name, txt_value)
  names.set('CNAME', domain, cname_target)
  await http.as(owner).call(checkCustomDomain, { body: { companyID } })
  names.set('TXT', txt_name)
  await passDays(stage, 31)
}

export const domainMails: MailKinds = {
  'server/areas/domains/check-domains.ts': {
    titles: ['Your domain was not verified', 'Your domain was turned off', 'The records of your domain are wrong'],
    from: 'agency',
    send: loseDomains,
  },
}
