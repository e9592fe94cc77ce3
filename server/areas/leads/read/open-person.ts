import type { DeliveryRow } from '#contract/integrations/deliveries.ts'
import type { LeadRow } from '#contract/leads/lead.ts'
import { forLeadTexts, type LeadTextName } from '#contract/leads/lead-texts.ts'
import type { PersonDetail } from '#contract/leads/person.ts'
import { hashesOfEmail, spellingsOf } from '#server/areas/identity/email-hashes.ts'
import { findOptedOut, findPersons } from '#server/areas/identity/find-persons.ts'
import { readDeliveriesOfLeads } from '#server/areas/integrations/deliveries/read-deliveries-of-leads.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { Lead } from './lead-fields.ts'
import { selectLeads } from './lead-query.ts'
import { ofPersonInReach, type PersonPlace } from './leads-of-person.ts'
import { presentLead, presentVisit, type Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'

const maxRows = 200

interface Parts {
  personId: number
  leads: Lead[]
  visits: Visit[]
  deliveries: DeliveryRow[]
  notes: number | null
}

/**
 * Everything that the caller may see of a lead's person (decision 238). Whoever opted out is no more than that: what was
 * sold before stays on its own leads until their retention ends, but is not put together.
 */
export async function openPerson(id: string, call: SignedInCall): Promise<PersonDetail> {
  const parts = await call.inScope((tx) => readParts(tx, id, call))
  if (await hasOptedOut(call, parts))
    return { opted_out: true, person: null, leads: [], visits: [], deliveries: [], notes: null }
  const leads = parts.leads.map((lead) => presentLead(lead, call.caller))
  return {
    opted_out: false,
    person: newestOf(leads),
    leads,
    visits: parts.visits.map((visit) => presentVisit(visit, call.caller)),
    deliveries: parts.deliveries,
    notes: parts.notes,
  }
}

async function readParts(tx: Tx, id: string, call: SignedInCall): Promise<Parts> {
  const agencyId = call.object!.agencyId!
  const { rows } = await tx.query<{ personId: number | null }>(
    `select person_id as "personId" from lead where agency_id = $1 and id = $2 and kind = 'lead'`,
    [agencyId, id],
  )
  const personId = rows[0]?.personId ?? null
  // A test lead is of nobody, and an erased one is of nobody anymore.
  if (personId === null) throw notFound()
  const leads = await readLeads(tx, [agencyId, call.caller.clientId, personId])
  const ids = leads.map((lead) => lead.id)
  return {
    personId,
    leads,
    visits: await readVisits(tx, agencyId, leads, personId),
    deliveries: await readDeliveriesOfLeads(tx, agencyId, ids, { limit: maxRows, now_ms: call.platform.clock.now() }),
    notes: call.caller.agencyId === null ? null : await countNotes(tx, agencyId, ids),
  }
}

async function readLeads(tx: Tx, place: PersonPlace): Promise<Lead[]> {
  const { rows } = await tx.query<Lead>(
    selectLeads({
      conditions: ofPersonInReach,
      order: 'lead.created_at desc, lead.id desc',
      limit: String(maxRows),
    }),
    [...place],
  )
  return rows
}

/** Only at clients who know the person as a lead: to the others, their visitor is a stranger. */
async function readVisits(tx: Tx, agencyId: string, leads: readonly Lead[], personId: number): Promise<Visit[]> {
  const clientIds = [...new Set(leads.map((lead) => lead.clientId))]
  const ofPerson = ['visit.agency_id = $1', 'visit.client_id = any($2::uuid[])', 'visit.person_id = $3']
  const { rows } = await tx.query<Visit>(selectVisits(ofPerson, maxRows), [agencyId, plainArray(clientIds), personId])
  return rows
}

async function countNotes(tx: Tx, agencyId: string, leadIds: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ notes: number }>(
    `select count(*)::int as notes from lead_entry
      where agency_id = $1 and lead_id = any($2::uuid[]) and kind = 'note' and note <> ''`,
    [agencyId, plainArray(leadIds)],
  )
  return rows[0]!.notes
}

/** By any address that the identity data or a lead knows: the data may have lost the person since. */
async function hasOptedOut({ platform }: SignedInCall, { personId, leads }: Parts): Promise<boolean> {
  const { persons } = await findPersons(platform.identityPool, { hashes: [], ids: [personId] })
  if (persons.get(personId)?.optedOut) return true
  const emails = [...new Set(leads.flatMap(({ email }) => (email ? spellingsOf(email.toLowerCase()) : [])))]
  const hashes = emails.flatMap((email) => Object.values(hashesOfEmail(email)))
  return (await findOptedOut(platform.identityPool, hashes)).size > 0
}

const addressNames: readonly LeadTextName[] = ['street', 'city', 'state', 'zip']

/** Each field from the newest lead that has it. An address stays in one piece. */
function newestOf(leads: readonly LeadRow[]): PersonDetail['person'] {
  const withName = leads.find((lead) => lead.first_name !== '' || lead.last_name !== '')
  const withAddress = leads.find((lead) => addressNames.some((name) => lead[name] !== ''))
  return {
    first_name: withName?.first_name ?? '',
    last_name: withName?.last_name ?? '',
    ...forLeadTexts((name) => {
      const source = addressNames.includes(name) ? withAddress : leads.find((lead) => lead[name] !== '')
      return source?.[name] ?? ''
    }),
  }
}
