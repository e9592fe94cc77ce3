import { withoutPhones } from '#contract/identity/advance-information.ts'
import type { Language } from '#contract/core/language.ts'
import { isSuggested, suggestedContact } from '#contract/leads/lead.ts'
import { forLeadTexts, leadTexts, type LeadTextName } from '#contract/leads/lead-texts.ts'
import type { Module } from '#contract/campaigns/modules.ts'
import { leadEvent, writeSentLead, type LeadEvent } from '#contract/integrations/lead-event.ts'
import { readPageLinks } from '#server/areas/branding/read-page-links.ts'
import { readSenders } from '#server/areas/branding/read-senders.ts'
import { readOwnTexts, sayOwn } from '#server/areas/mails/own-texts/own-texts.ts'
import { readClientLanguage, readLanguage } from '#server/areas/tenants/read-addresses.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'
import { translatorOf, type Translate } from '#server/platform/translate.ts'
import type { CampaignPath } from './book.ts'
import type { LeadToCompose } from '../connectors/connector.ts'
import { connectorOf, type DestinationKind } from '../connectors/registry.ts'
import { readCarried } from './bundle-digests.ts'
import { groupBy } from '#server/platform/group-by.ts'

export interface WithoutBody {
  agencyId: string
  id: string
  leadId: string
  kind: DestinationKind
  recipients: readonly string[]
  /** A digest, whose body also covers the leads bundled with it. */
  isDigest: boolean
}

interface LeadToSend extends Record<LeadTextName, string | null> {
  id: string
  agency_id: string
  kind: 'lead' | 'test'
  created_at: Date
  client_id: string
  campaign_id: string
  campaign_name: string
  module: Module
  time_zone: string
  first_name: string
  last_name: string
  shows_phone: boolean
  page_url: string
  match_key: LeadEvent['data']['match_key']
  confidence: number | null
  information: Record<string, string> | null
  /** Null for a visit. */
  searched_for: string[] | null
}

/** SQL columns of the texts about a lead’s person. */
export const leadTextColumns = Object.entries(leadTexts)
  .map(([name, { column }]) => `lead.${column} as ${name}`)
  .join(', ')

/**
 * Besides `hidden-numbers.ts`, the only place where this area reads leads. One agency at a time. The `limit 1` keeps the
 * planner from joining campaigns first, which it does while it has few statistics about young tables.
 */
const selectLeads = `
  select lead.id, lead.agency_id, lead.kind, lead.created_at, lead.client_id, lead.campaign_id, campaign.name as campaign_name, campaign.module, campaign.time_zone,
         first_name, last_name, ${leadTextColumns}, client.shows_phone and campaign.phone_hidden_at is null as shows_phone, page_url, match_key, confidence,
         information, lead.search -> 'phrases' as searched_for
  from unnest($2::uuid[]) as wanted (id)
  cross join lateral (select * from lead where lead.agency_id = $1 and lead.id = wanted.id limit 1) as lead
  cross join lateral (
    select name, module, time_zone, phone_hidden_at from campaign
    where campaign.agency_id = $1 and campaign.id = lead.campaign_id limit 1) as campaign
  join company client on client.id = lead.client_id`

const newestLead = `
  select lead.agency_id, lead.id from lead
  where agency_id = $1 and campaign_id = $2 and person_id is not null order by created_at desc, id desc limit 1`

/** A campaign's newest lead as destinations get it; null if it has none. */
export async function readNewestLead(tx: Tx, campaign: CampaignPath): Promise<LeadEvent['data'] | null> {
  const leads = await tx.query<{ agency_id: string; id: string }>(newestLead, [campaign.agencyId, campaign.campaignId])
  const row = leads.rows[0]
  if (!row) return null
  const { rows } = await tx.query<LeadToSend>(selectLeads, [row.agency_id, [row.id]])
  return rows[0] ? eventOf(rows[0]).data : null
}

const saveBodies = `
  update delivery set body = made.body
  from unnest($1::uuid[], $2::uuid[], $3::text[]) as made (agency_id, id, body)
  where delivery.agency_id = made.agency_id and delivery.id = made.id`

/**
 * Builds the deliveries' bodies and stores them before anything is sent, so that every retry, even after a crash,
 * sends the same bytes. Returns the bodies by delivery id; a delivery whose lead is gone has none.
 */
export async function buildBodies(
  tx: Tx,
  config: Platform['config'],
  rootId: string,
  deliveries: readonly WithoutBody[],
): Promise<ReadonlyMap<string, string>> {
  if (deliveries.length === 0) return new Map()
  const leads = new Map<string, LeadToSend>()
  const leadIdsOf = new Map<string, readonly string[]>()
  for (const [agencyId, ofAgency] of groupBy(deliveries, (delivery) => delivery.agencyId)) {
    const digests = ofAgency.flatMap(({ id, isDigest }) => (isDigest ? [id] : []))
    const carriedLeads = digests.length > 0 ? await readCarried(tx, agencyId, digests) : new Map<string, string[]>()
    for (const [id, leadIds] of carriedLeads) leadIdsOf.set(id, leadIds)
    const leadIds = new Set([...ofAgency.map(({ leadId }) => leadId), ...[...carriedLeads.values()].flat()])
    const leadRows = await tx.query<LeadToSend>(selectLeads, [agencyId, [...leadIds]])
    for (const lead of leadRows.rows) leads.set(lead.id, lead)
  }
  const agencyIds = [...new Set(deliveries.map(({ agencyId }) => agencyId))]
  const senders = await readSenders(tx, config, rootId, agencyIds)
  const links = await readPageLinks(tx, config, rootId, agencyIds)
  const languages = languagesOf(tx)
  const sayings = sayingsOf(tx)
  const bodies = new Map<string, string>()
  for (const { id, agencyId, leadId, kind, recipients } of deliveries) {
    const carriedLeads = (leadIdsOf.get(id) ?? [leadId]).flatMap((one) => leads.get(one) ?? [])
    const [lead] = carriedLeads
    if (!lead) continue
    const connector = connectorOf(kind)
    const linkTo = links.get(agencyId)
    const language = connector.isRead ? await languages(agencyId, recipients, lead.client_id) : 'en'
    const say = await sayings(agencyId, language)
    const place = { sender: senders.get(agencyId), timeZone: lead.time_zone, language, say }
    const toCompose = (one: LeadToSend): LeadToCompose => ({
      ...place,
      event: eventOf(one),
      url: linkTo?.(one.module, `/leads/${one.id}`),
    })
    const body =
      carriedLeads.length > 1 && connector.composeDigest
        ? connector.composeDigest({
            ...place,
            events: carriedLeads.map(eventOf),
            url: linkTo?.(lead.module, `/leads?campaign=${lead.campaign_id}`),
          })
        : connector.compose(toCompose(lead))
    if (body !== null) bodies.set(id, body)
  }
  const complete = deliveries.filter(({ id }) => bodies.has(id))
  await tx.query(saveBodies, [
    complete.map(({ agencyId }) => agencyId),
    complete.map(({ id }) => id),
    complete.map(({ id }) => bodies.get(id)!),
  ])
  return bodies
}

/** What is said in a language in an agency's name; cached for one batch of bodies. */
function sayingsOf(tx: Tx) {
  const sayings = new Map<string, Translate>()
  return async (agencyId: string, language: Language): Promise<Translate> => {
    const key = `${agencyId} ${language}`
    const say =
      sayings.get(key) ??
      sayOwn(await translatorOf(language, 'mail'), await readOwnTexts(tx, agencyId, language), language)
    sayings.set(key, say)
    return say
  }
}

/** The languages of the recipients, or of the client whose account it is; cached for one batch of bodies. */
function languagesOf(tx: Tx) {
  const languages = new Map<string, Language>()
  return async (agencyId: string, recipients: readonly string[], clientId: string): Promise<Language> => {
    const key = [agencyId, ...(recipients.length > 0 ? recipients : [clientId])].join(' ')
    const language =
      languages.get(key) ??
      (recipients.length > 0
        ? await readLanguage(tx, agencyId, recipients)
        : await readClientLanguage(tx, agencyId, clientId))
    languages.set(key, language)
    return language
  }
}

const eventOf = (lead: LeadToSend): LeadEvent =>
  leadEvent.parse({
    type: 'lead.created',
    timestamp: lead.created_at.toISOString(),
    data: writeSentLead({
      id: lead.id,
      kind: lead.kind,
      created_at: lead.created_at.toISOString(),
      campaignId: lead.campaign_id,
      campaignName: lead.campaign_name,
      first_name: lead.first_name,
      last_name: lead.last_name,
      ...forLeadTexts((name) => lead[name] ?? ''),
      phone: (lead.shows_phone ? lead.phone : null) ?? '',
      page_url: lead.page_url,
      match_key: lead.match_key,
      confidence: lead.confidence,
      ...(isSuggested(lead.match_key) && { note: suggestedContact }),
      ...(lead.searched_for && { searched_for: lead.searched_for }),
      ...(lead.information && {
        information: lead.shows_phone ? lead.information : withoutPhones(lead.information),
      }),
    }),
  } satisfies LeadEvent)
