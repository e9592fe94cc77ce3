import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { layOutMail, type KeptMail, type MailSender } from '#server/platform/mail-layout.ts'

/** Tells the report recipients about one lead, in the brand of the agency and of nobody else. */
export function composeLeadMail(sender: MailSender, lead: LeadEvent['data']): KeptMail {
  return composeNotice(sender, `${lead.kind === 'test' ? 'Test lead' : 'New lead'}: ${lead.campaignName}`, [
    ['Name', `${lead.first_name} ${lead.last_name}`],
    ['E-mail', lead.email],
    ['Phone', lead.phone],
    ['Address', [lead.street, lead.city, `${lead.state} ${lead.zip}`.trim()].filter(Boolean).join(', ')],
    ['Page', lead.page_url],
    ['Time', lead.created_at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
  ])
}

/** A title and named facts in the agency's brand; facts without a value are left out. */
export const composeNotice = (sender: MailSender, title: string, facts: [string, string][]): KeptMail =>
  layOutMail(sender, { title, facts })
