import { centsFromE4, dollarsFromE4 } from '#contract/core/money.ts'
import { informationInOrder } from '#contract/identity/advance-information.ts'
import { isSuggested, type LeadDetail } from '#contract/leads/lead.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { notFound } from '#server/platform/failure.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { explainLead, type ExplainedTransfer } from '../explain-lead.ts'
import { leadColumns, type Lead } from './lead-fields.ts'
import { leadJoins } from './lead-query.ts'
import { consentOf } from './consent-of.ts'
import { countOtherCampaigns } from './leads-of-person.ts'
import { informationFor, phoneFor, presentLead, presentVisit, seesWholesale, type Visit } from './present.ts'
import { selectVisits } from './visit-query.ts'

const maxVisits = 200

type FoundLead = Lead & {
  personId: number | null
  visitId: string | null
  consent: string | null
  visitedAt: Date | null
}

/** A lead in full: the person, how it was matched, and what it cost, as far as the caller may see it. */
export async function openLead(id: string, call: SignedInCall): Promise<LeadDetail> {
  const agencyId = call.object!.agencyId!
  const { lead, visits, trace, otherCampaigns } = await call.inScope(async (tx) => {
    const lead = await readLead(tx, agencyId, id)
    const trace = lead && (await explainLead(tx, agencyId, id))
    if (!lead || !trace) throw notFound()
    const otherCampaigns = await countOthers(tx, agencyId, call.caller.clientId, lead)
    return { lead, visits: await readVisits(tx, agencyId, lead), trace, otherCampaigns }
  })
  const hidesPhone = phoneFor(call.caller, lead) !== lead.phone
  return {
    ...presentLead(lead, call.caller),
    consent: consentOf(lead),
    search: trace.search,
    information: informationInOrder(informationFor(call.caller, lead, trace.information ?? {})),
    visits: visits.map((visit) => presentVisit(visit, call.caller)),
    other_campaigns: otherCampaigns,
    rules: trace.passed.map((stage) =>
      stage.reason === 'phone_missing' && hidesPhone ? { ...stage, detail: null } : stage,
    ),
    money: {
      retail_price: dollarsFromE4(lead.retailPrice_e4),
      ...(seesWholesale(call.caller) && { wholesale_price: dollarsFromE4(lead.wholesalePrice_e4) }),
      transfers: trace.transfers.map((transfer) => presentTransfer(transfer, call.caller)),
    },
  }
}

/** Null for test leads and erased ones: they have no person. */
async function countOthers(tx: Tx, agencyId: string, clientId: string | null, lead: FoundLead): Promise<number | null> {
  if (lead.personId === null || lead.kind === 'test') return null
  return countOtherCampaigns(tx, [agencyId, clientId, lead.personId], lead.campaignId)
}

async function readLead(tx: Tx, agencyId: string, id: string): Promise<FoundLead | null> {
  const { rows } = await tx.query<FoundLead>(
    `select ${leadColumns}, lead.person_id as "personId", lead.visit_id as "visitId", lead.consent,
            (select visit.at from visit where visit.agency_id = $1 and visit.id = lead.visit_id) as "visitedAt"
       from lead ${leadJoins} where lead.agency_id = $1 and lead.id = $2`,
    [agencyId, id],
  )
  return rows[0] ?? null
}

/**
 * Everything the person did on this client's sites, including other campaigns' pages; a test lead has no person. For a
 * suggested contact only the visit from their company, since the visitor is someone unknown.
 */
async function readVisits(tx: Tx, agencyId: string, lead: FoundLead): Promise<Visit[]> {
  if (lead.personId === null) return []
  if (isSuggested(lead.matchKey)) {
    const visits = await tx.query<Visit>(selectVisits(['visit.agency_id = $1', 'visit.id = $2'], 1), [
      agencyId,
      lead.visitId,
    ])
    return visits.rows
  }
  const ofPerson = ['visit.agency_id = $1', 'visit.client_id = $2', 'visit.person_id = $3']
  const { rows } = await tx.query<Visit>(selectVisits(ofPerson, maxVisits), [agencyId, lead.clientId, lead.personId])
  return rows
}

const presentTransfer = (
  transfer: ExplainedTransfer,
  caller: SignedInCall['caller'],
): LeadDetail['money']['transfers'][number] => ({
  id: transfer.id,
  kind: transfer.kind,
  amount_e4: transfer.amount_e4,
  at: transfer.at.toISOString(),
  debit_account: transfer.debitKind,
  debit_before_cents: centsFromE4(transfer.debitBefore_e4),
  debit_after_cents: centsFromE4(transfer.debitBalance_e4),
  ...(seesWholesale(caller) && {
    credit_account: transfer.creditKind,
    credit_before_cents: centsFromE4(transfer.creditBefore_e4),
    credit_after_cents: centsFromE4(transfer.creditBalance_e4),
  }),
})
