import { stageNames, type StageReason } from '#contract/leads/stage-names.ts'
import { readTransfersOf, type Transfer } from '#server/areas/ledger/public.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { MatchKey } from './resolve/batch.ts'

/** A stage that the visit passed on its way to the lead, with what was compared. */
export interface PassedStage {
  reason: StageReason
  stage: string
  detail: string
}

/** A transfer with what both accounts stood at before and after it, in cents. */
export interface ExplainedTransfer extends Transfer {
  debitBefore_cents: number
  creditBefore_cents: number
}

export interface LeadTrace {
  matchKey: MatchKey | null
  /** From 0 to 1. */
  confidence: number | null
  /** Empty for a test lead, which passes none. */
  passed: PassedStage[]
  transfers: ExplainedTransfer[]
}

interface Rules {
  timeZone: string
  startDate: string
  endDate: string | null
  nationalTargeting: boolean
  states: string[]
  zips: string[]
  requireEmail: boolean
  requirePhone: boolean
  requireAddress: boolean
  reidentification: string
  reidentificationAcrossClient: boolean
  limitLeads: number | null
  limitPeriod: string
}

interface Decided {
  kind: 'lead' | 'test'
  matchKey: MatchKey | null
  confidence: number | null
  email: string | null
  phone: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  pageUrl: string
  limitUsed: number | null
  rules: Rules | null
  /** The local date of the visit in the campaign's time zone; null when the visit is no longer kept. */
  visitDate: string | null
  /** When the person's lead before this one was made, as far as the campaign's rule counts it. */
  earlierLeadDate: string | null
}

/**
 * Why a lead is a lead: by which key the person was found and how surely, every stage with the values it was checked
 * against, as they were then, and what was paid. Null where the scope sees no such lead.
 */
export async function explainLead(tx: Tx, agencyId: string, leadId: string): Promise<LeadTrace | null> {
  const decided = await readDecided(tx, agencyId, leadId)
  if (!decided) return null
  const transfers = await readTransfersOf(tx, agencyId, leadId)
  return {
    matchKey: decided.matchKey,
    confidence: decided.confidence,
    passed: decided.rules ? passedStages(decided, decided.rules) : [],
    transfers: transfers.map((transfer) => ({
      ...transfer,
      debitBefore_cents: transfer.debitBalance_cents + transfer.amount_cents,
      creditBefore_cents: transfer.creditBalance_cents - transfer.amount_cents,
    })),
  }
}

async function readDecided(tx: Tx, agencyId: string, leadId: string): Promise<Decided | null> {
  const { rows } = await tx.query<Decided>(
    `select l.kind, l.match_key as "matchKey", l.confidence, l.email, l.phone_e164 as phone, l.street, l.city, l.state,
            l.zip, l.page_url as "pageUrl", l.limit_used as "limitUsed", r.rules,
            (select v.at at time zone (r.rules ->> 'timeZone') from visit v
              where v.agency_id = l.agency_id and v.id = l.visit_id)::date as "visitDate",
            (select max(e.created_at) at time zone (r.rules ->> 'timeZone') from lead e
              where e.agency_id = l.agency_id and e.client_id = l.client_id and e.person_id = l.person_id
                and e.kind = 'lead' and e.id <> l.id and e.created_at <= l.created_at
                and (e.campaign_id = l.campaign_id or (r.rules ->> 'reidentificationAcrossClient')::boolean)
            )::date as "earlierLeadDate"
       from lead l
       left join campaign_rules r on r.agency_id = l.agency_id and r.campaign_id = l.campaign_id and r.id = l.rules_id
      where l.agency_id = $1 and l.id = $2`,
    [agencyId, leadId],
  )
  return rows[0] ?? null
}

const notRequired = 'not required'

function passedStages(lead: Decided, rules: Rules): PassedStage[] {
  const details: Record<StageReason, string> = {
    host_not_allowed: URL.canParse(lead.pageUrl) ? new URL(lead.pageUrl).hostname : '',
    bot: '',
    datacentre: '',
    privacy_gpc: '',
    no_key: lead.matchKey ?? '',
    no_match: lead.confidence === null ? '' : `${Math.round(lead.confidence * 100)} %`,
    opted_out: '',
    email_missing: rules.requireEmail ? (lead.email ?? '') : notRequired,
    phone_missing: rules.requirePhone ? (lead.phone ?? '') : notRequired,
    address_missing: rules.requireAddress
      ? [lead.street, lead.city, lead.state, lead.zip].filter(Boolean).join(', ')
      : notRequired,
    outside_target: targetDetail(lead, rules),
    excluded_root: '',
    excluded_agency: '',
    excluded_client: '',
    excluded_campaign: '',
    converted: '',
    returning: windowDetail(lead, rules),
    not_started: dayDetail(lead, `from ${rules.startDate}`, rules),
    ended: rules.endDate ? dayDetail(lead, `to ${rules.endDate}`, rules) : 'no end',
    not_active: '',
    limit_reached: limitDetail(lead, rules),
  }
  return Object.entries(stageNames).map(([reason, stage]) => {
    const key = reason as StageReason
    return { reason: key, stage, detail: details[key] }
  })
}

/** A few of a long list; the rest by number. */
const shown = 5

function targetDetail({ state, zip }: Decided, rules: Rules): string {
  if (rules.nationalTargeting) return 'national'
  const byState = state !== null && rules.states.includes(state)
  const [home, list] = byState ? [state, rules.states] : [zip ?? '', rules.zips]
  const others = list.length > shown ? ` … (${list.length})` : ''
  return `${home}: ${list.slice(0, shown).join(', ')}${others}`
}

function windowDetail({ earlierLeadDate }: Decided, rules: Rules): string {
  const scope = rules.reidentificationAcrossClient ? ', all campaigns of the client' : ''
  return `${rules.reidentification}${scope}: ${earlierLeadDate ? `last lead ${earlierLeadDate}` : 'first lead'}`
}

const dayDetail = ({ visitDate }: Decided, bound: string, { timeZone }: Rules): string =>
  `${visitDate ? `${visitDate}, ` : ''}${bound} (${timeZone})`

function limitDetail({ limitUsed }: Decided, { limitLeads, limitPeriod }: Rules): string {
  if (limitLeads === null) return 'no limit'
  return `${limitUsed ?? '?'} of ${limitLeads}${limitPeriod === 'total' ? ' in total' : ` per ${limitPeriod}`}`
}
