import { IconAddressBook, IconBuildingStore, IconUser, IconUsersGroup, IconWorldSearch } from '@tabler/icons-react'
import type { FoundEverywhere } from '#contract/search/search.ts'
import { msg, type Translate } from '../../i18n/texts.tsx'
import { modulePlaces } from '../../session/module.ts'
import { campaignPath } from '../../paths/campaigns.ts'
import { moduleLooks } from '../campaigns/modules/module-looks.ts'
import { agencyPath, clientPath } from '../../paths/companies.ts'
import type { Group, Hit } from './matching.ts'

const peopleNames = { administrator: msg('Administrator'), sales: msg('Sales') } as const

/** The search results, grouped by kind. `leads` is the path below which single leads are found. */
export function groupsOf(answer: FoundEverywhere, leads: string | undefined, t: Translate): Group[] {
  const companies = (type: 'agency' | 'client'): Hit[] =>
    answer.companies.filter((one) => one.type === type).map(companyHit)
  const groups: Group[] = [
    { title: t('Agencies'), hits: companies('agency') },
    { title: t('Clients'), hits: companies('client') },
    { title: t('Campaigns'), hits: answer.campaigns.flatMap(campaignHit) },
    { title: t('Leads'), hits: leads === undefined ? [] : answer.leads.map((lead) => leadHit(lead, leads, t)) },
    { title: t('People'), hits: answer.people.map((person) => personHit(person, t)) },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** The operator's staff have no client pages: link to the agency's client list, filtered by the client's name. */
const companyHit = ({ id, name, type, agency_id }: FoundEverywhere['companies'][number]): Hit => ({
  key: id,
  to: agency_id ? agencyPath(agency_id) : type === 'agency' ? agencyPath(id) : clientPath(id),
  words: agency_id ? name : undefined,
  name,
  icon: type === 'agency' ? IconBuildingStore : IconUsersGroup,
})

/** A campaign of a module without screens has no link; the operator's staff go to its agency's list (R031). */
function campaignHit({ id, name, company_name, module, agency_id }: FoundEverywhere['campaigns'][number]): Hit[] {
  if (agency_id) {
    const search = { agency: agency_id }
    return [{ key: id, to: '/campaign', search, words: name, name, detail: company_name, icon: IconWorldSearch }]
  }
  if (!module) return []
  const place = modulePlaces().find((one) => one.module === module)
  if (!place) return []
  const icon = moduleLooks[module]?.icon ?? IconWorldSearch
  return [{ key: id, to: campaignPath(place, id), name, detail: `${company_name} · ${place.name}`, icon }]
}

const leadHit = (
  { id, name, email, campaignName }: FoundEverywhere['leads'][number],
  leads: string,
  t: Translate,
): Hit => ({
  key: id,
  to: `${leads}/${id}`,
  name: name || t('Unnamed'),
  detail: [email, campaignName].filter(Boolean).join(' · '),
  icon: IconAddressBook,
})

/** Administrators have no page of their own: link to their list, filtered by the name. */
const personHit = ({ id, name, email, type }: FoundEverywhere['people'][number], t: Translate): Hit => ({
  key: id,
  to: type === 'sales' ? `/configuration/sales-account-list/${id}` : '/configuration/administrator-list',
  words: type === 'sales' ? undefined : name,
  name,
  detail: `${t(peopleNames[type])} · ${email}`,
  icon: IconUser,
})
