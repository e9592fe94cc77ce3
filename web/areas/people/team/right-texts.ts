import type { TeamRight } from '#contract/people/team-rights.ts'
import { msg, type Text } from '../../../i18n/texts.tsx'

export const rightTexts: Readonly<Record<TeamRight, { name: Text; says: Text }>> = {
  work: { name: msg('Work leads'), says: msg('Sets statuses, writes notes and returns leads.') },
  pay: { name: msg('Pay'), says: msg('Changes the card and tax details, and pays what is due.') },
  manage: {
    name: msg('Manage'),
    says: msg('Changes campaigns, integrations, exclusions, the company and this team.'),
  },
}
