import { companyWindowOf } from '#server/areas/campaigns/modules/registry.ts'
import type { Funds } from '#server/areas/prepaid/funds.ts'
import { isOpenAt } from './active-hours.ts'
import type { Campaign, Candidate, Cap } from './batch.ts'

export type ExclusionLevel = 'root' | 'agency' | 'client' | 'campaign'

/** An exclusion list entry. `of` is the client's or campaign's id, or null for the root's and the agency's lists. */
export interface Exclusion {
  hash: string
  level: ExclusionLevel
  of: string | null
}

/** An earlier lead of a person, with its re-identification window for a campaign. */
export interface EarlierLead {
  campaignId: string
  personId: number
  leadId: string
  /** When this person can become a lead of the campaign again. Infinity means never. */
  windowEndsAt_ms: number
}

/** An earlier lead of a company, with its window for a campaign. */
export interface EarlierCompanyLead {
  campaignId: string
  company: string
  /** When this company can become a lead of the campaign again. */
  windowEndsAt_ms: number
}

/** How fast a campaign generates leads, in the last ten minutes, compared with its usual maximum. */
export interface Burst {
  /** Already on hold from an earlier batch. */
  isHeld: boolean
  /** Those that nothing speaks against. */
  leads: number
  most: number
  /** Suspicious leads are already held, apart from the others. */
  isHeldApart: boolean
  /** The sum of the leads' suspicion. */
  suspicion: number
  maxSuspicion: number
}

/** What the database knew at the start of the batch. */
export interface KnownFacts {
  exclusions: readonly Exclusion[]
  /** People outside the audiences of their campaign. */
  outsiders: ReadonlySet<Candidate>
  /** People who converted, as `campaignId personId`. */
  converted: readonly string[]
  /** Converting visitors who were on the client's site before, as `clientId personId` or cookie key. */
  visited: ReadonlySet<string>
  earlierLeads: readonly EarlierLead[]
  earlierCompanyLeads: readonly EarlierCompanyLead[]
  /** Leads used in the current period of each limited campaign. */
  limitUses: ReadonlyMap<string, number>
  bursts: ReadonlyMap<string, Burst>
  /** What is left of each cap this month, by its id. */
  capsLeft: ReadonlyMap<string, number>
  /** How many leads campaigns with even pacing may have by now. */
  allowances: ReadonlyMap<string, number>
  /** Prepaid balances of the agency and its campaigns. */
  funds: readonly Funds[]
  /** Clients whose payment failed after all retries, or whose agency's did. */
  failedPayers: ReadonlySet<string>
  /** The time at which the batch is decided. */
  now_ms: number
}

const always = 'always'

/** The key of a company within a campaign or client. */
const companyIn = (id: string, company: string): string => `${id} @${company}`

const asksForEachPerson = ({ module, moduleSettings }: Campaign): boolean =>
  companyWindowOf(module, moduleSettings) === 'none'

/**
 * Answers the stages' questions about a person's and a campaign's past. Starts from the database and learns from every decision
 * of the batch, so that a person's second hit in a batch sees the first.
 */
export class Facts {
  readonly #exclusions: ReadonlySet<string>
  readonly #outsiders: ReadonlySet<Candidate>
  readonly #converted: Set<string>
  readonly #earlier: ReadonlyMap<string, EarlierLead>
  readonly #companies: ReadonlyMap<string, number>
  readonly #limitUses: Map<string, number>
  readonly #capsLeft: Map<string, number>
  readonly #allowances: ReadonlyMap<string, number>
  readonly #visited: Set<string>
  readonly #bursts: Map<string, Burst>
  readonly #failedPayers: ReadonlySet<string>
  readonly #now_ms: number
  /** Campaigns put on hold by this batch, and the number of their leads. */
  readonly held = new Map<Campaign, number>()
  /** Campaigns whose suspicious leads were held by this batch, and the sum of their suspicion. */
  readonly heldApart = new Map<Campaign, number>()
  /** Remaining prepaid money, by agency or campaign id. */
  readonly #funds: Map<string, number>
  /** The id of the agency's balance, which candidates don't carry. */
  readonly #walletId: string | undefined
  /** Prepaid balances that could not cover a lead in this batch. */
  readonly emptied = new Set<string>()
  /** Leads of this batch, by campaign and person and by client and person. */
  readonly #made = new Map<string, string>()

  constructor(facts: KnownFacts) {
    this.#exclusions = new Set(facts.exclusions.map(({ hash, level, of }) => `${level} ${of ?? ''} ${hash}`))
    this.#outsiders = facts.outsiders
    this.#converted = new Set(facts.converted)
    this.#earlier = new Map(facts.earlierLeads.map((lead) => [`${lead.campaignId} ${lead.personId}`, lead]))
    this.#companies = new Map(
      facts.earlierCompanyLeads.map((lead) => [companyIn(lead.campaignId, lead.company), lead.windowEndsAt_ms]),
    )
    this.#limitUses = new Map(facts.limitUses)
    this.#capsLeft = new Map(facts.capsLeft)
    this.#allowances = facts.allowances
    this.#visited = new Set(facts.visited)
    this.#bursts = new Map([...facts.bursts].map(([id, burst]) => [id, { ...burst }]))
    this.#failedPayers = facts.failedPayers
    this.#now_ms = facts.now_ms
    const requiredFunds = facts.funds.filter((funds) => funds.isRequired)
    this.#funds = new Map(requiredFunds.map(({ balance, left_e4 }) => [balance.id, left_e4]))
    this.#walletId = requiredFunds.find(({ balance }) => balance.clientId === null)?.balance.id
  }

  isExcluded({ event, match }: Candidate, level: ExclusionLevel): boolean {
    if (this.#exclusions.size === 0) return false
    const of = level === 'client' ? event.clientId : level === 'campaign' ? event.campaignId : ''
    const hashes = [...match!.person.hashes, ...event.hashes]
    return hashes.some((hash) => this.#exclusions.has(`${level} ${of} ${hash}`))
  }

  isOutsideAudience(candidate: Candidate): boolean {
    return this.#outsiders.has(candidate)
  }

  isConverted(candidate: Candidate): boolean {
    return this.#converted.has(candidate.inCampaign)
  }

  /** The lead whose window contains the visit, or null. The end of a window is exclusive. */
  leadReturnedTo(candidate: Candidate): string | null {
    const { event, campaign } = candidate
    if (!campaign || campaign.reidentification === always) return null
    const leadTime = this.#made.get(campaign.reidentificationAcrossClient ? candidate.inClient : candidate.inCampaign)
    if (leadTime) return leadTime
    const earlier = this.#earlier.get(candidate.inCampaign)
    return earlier && event.receivedAt_ms < earlier.windowEndsAt_ms ? earlier.leadId : null
  }

  /** Whether the person's company is already a lead within the campaign's company window. */
  isCompanyLead({ event, campaign, company, match }: Candidate): boolean {
    if (!campaign || company === null || (asksForEachPerson(campaign) && match?.key !== 'company')) return false
    if (this.#made.has(companyIn(campaign.reidentificationAcrossClient ? event.clientId : campaign.id, company)))
      return true
    const endsAt_ms = this.#companies.get(companyIn(campaign.id, company))
    return endsAt_ms !== undefined && event.receivedAt_ms < endsAt_ms
  }

  /** Whether the campaign has ended. Searches made before the end don't become leads after it. */
  isEnded({ campaign, event }: Candidate): boolean {
    return campaign !== null && this.#judgedAt_ms(event) >= campaign.endsAt_ms
  }

  isOutsideHours({ campaign, event }: Candidate): boolean {
    return campaign !== null && !isOpenAt(this.#judgedAt_ms(event), campaign)
  }

  isLimitReached({ campaign }: Candidate): boolean {
    if (!campaign) return false
    return this.#used(campaign) >= campaign.limitLeads
  }

  /** The first cap that can't cover one more lead, or null. Free leads never reach a cap. */
  capMet({ campaign }: Candidate): Cap['of'] | null {
    return campaign?.caps.find(({ id, price_e4 }) => price_e4 > Math.max(0, this.#capLeft_e4(id)))?.of ?? null
  }

  /** Lets a simulation update what other campaigns used. */
  setCapsLeft(rest: ReadonlyMap<string, number>): void {
    for (const [id, left_e4] of rest) this.#capsLeft.set(id, left_e4)
  }

  /** Whether the campaign already has as many leads today as its pace allows by now. */
  isPaced({ campaign }: Candidate): boolean {
    const allowance = campaign && this.#allowances.get(campaign.id)
    return typeof allowance === 'number' && this.#used(campaign!) >= allowance
  }

  /** Uses one lead of the limit, and its prices of caps and funds. Returns its number within the period; null for a campaign that is gone. */
  takeLead(candidate: Candidate, leadId: string): number | null {
    this.#made.set(candidate.inCampaign, leadId)
    this.#made.set(candidate.inClient, leadId)
    const { event, campaign, company } = candidate
    if (company !== null)
      for (const id of [event.campaignId, event.clientId]) this.#made.set(companyIn(id, company), leadId)
    if (campaign)
      for (const [id, price_e4] of this.#costsOf(campaign)) this.#funds.set(id, this.#funds.get(id)! - price_e4)
    for (const { id, price_e4 } of campaign?.caps ?? []) this.#capsLeft.set(id, this.#capLeft_e4(id) - price_e4)
    const burst = this.#bursts.get(candidate.event.campaignId)
    if (burst) {
      if (candidate.suspicion > 0) burst.suspicion += candidate.suspicion
      else burst.leads += 1
    }
    if (!campaign) return null
    const uses = this.#used(campaign) + 1
    this.#limitUses.set(campaign.id, uses)
    return uses
  }

  /** Whether the campaign, or what is suspicious in it, is on hold. Puts it on hold if its leads just came too fast. */
  isHeld({ campaign, suspicion }: Candidate): boolean {
    const burst = campaign && this.#bursts.get(campaign.id)
    if (!burst) return false
    if (suspicion > 0 && this.#isHeldApart(campaign, burst)) return true
    const { isHeld, leads, most } = burst
    if (isHeld || leads < most) return isHeld
    burst.isHeld = true
    this.held.set(campaign, leads)
    return true
  }

  #isHeldApart(campaign: Campaign, burst: Burst): boolean {
    if (!burst.isHeldApart && burst.suspicion >= burst.maxSuspicion) {
      burst.isHeldApart = true
      this.heldApart.set(campaign, burst.suspicion)
    }
    return burst.isHeldApart
  }

  /**
   * Whether neither the client nor the agency has a failed payment, and the prepaid balances involved cover one more
   * lead.
   */
  hasFunds({ event, campaign }: Candidate): boolean {
    if (this.#failedPayers.has(event.clientId)) return false
    if (!campaign || this.#funds.size === 0) return true
    const short = this.#costsOf(campaign).find(([id, price_e4]) => this.#funds.get(id)! < price_e4)
    if (short) this.emptied.add(short[0])
    return !short
  }

  /** Remembers that the person or cookie visited a page of the client's site other than by a conversion. */
  markVisited({ event, inClient }: Candidate): void {
    if (inClient) this.#visited.add(inClient)
    if (event.cookie) this.#visited.add(event.cookie)
  }

  hasVisited({ event, inClient }: Candidate): boolean {
    return this.#visited.has(inClient) || (event.cookie !== null && this.#visited.has(event.cookie))
  }

  markConverted(candidate: Candidate): void {
    this.#converted.add(candidate.inCampaign)
  }

  /** Visits are judged at their own time, searches when matched: a search at night can become a lead in the morning. */
  #judgedAt_ms({ search, receivedAt_ms }: Candidate['event']): number {
    return search ? this.#now_ms : receivedAt_ms
  }

  /** What one lead uses of each prepaid balance. */
  #costsOf({ id, retailPrice_e4, wholesalePrice_e4 }: Campaign): [id: string, price_e4: number][] {
    const costs: [string, number][] = []
    if (this.#funds.has(id)) costs.push([id, retailPrice_e4])
    if (this.#walletId !== undefined) costs.push([this.#walletId, wholesalePrice_e4])
    return costs
  }

  /** Infinity if the remaining amount was not read. */
  #capLeft_e4(id: string): number {
    return this.#capsLeft.get(id) ?? Infinity
  }

  #used(campaign: Campaign): number {
    return this.#limitUses.get(campaign.id) ?? 0
  }
}
