import { companyWindowOf } from '#server/areas/campaigns/public.ts'
import type { Funds } from '#server/areas/prepaid/public.ts'
import { isOpenAt } from './active-hours.ts'
import type { Campaign, Candidate, Cap } from './batch.ts'

export type ExclusionLevel = 'root' | 'agency' | 'client' | 'campaign'

/** One line of an exclusion list: `of` is the client's or campaign's id, null for lists of the root and the agency. */
export interface Exclusion {
  hash: string
  level: ExclusionLevel
  of: string | null
}

/** An earlier lead of a person, as far as it still counts for a campaign. */
export interface EarlierLead {
  campaignId: string
  personId: number
  leadId: string
  /** When the campaign may make a lead of this person again. Infinite for never. */
  windowEndsAt_ms: number
}

/** An earlier lead of a company, as far as it still counts for a campaign. */
export interface EarlierCompanyLead {
  campaignId: string
  company: string
  /** When the campaign may make a lead of this company again. */
  windowEndsAt_ms: number
}

/** Why a campaign's leads are held: too many came within ten minutes, or within a day though it has no limit. */
export type HeldWithin = 'burst' | 'day'

/** How fast a campaign makes leads: in the last ten minutes and today, and how many of these are usual. */
export interface Burst {
  /** Held already, since an earlier batch. */
  isHeld: boolean
  leads: number
  most: number
  today: number
  /** Infinite for a campaign with a limit of its own. */
  mostToday: number
}

/** What the database knew when the batch began. */
export interface KnownFacts {
  exclusions: readonly Exclusion[]
  /** Who is outside the audiences of their campaign. */
  outsiders: ReadonlySet<Candidate>
  /** Persons who converted, as `campaignId personId`. */
  converted: readonly string[]
  /** Who of those that convert was on the client's site before: as `clientId personId`, or a cookie's name. */
  visited: ReadonlySet<string>
  earlierLeads: readonly EarlierLead[]
  earlierCompanyLeads: readonly EarlierCompanyLead[]
  /** Leads taken from the present period of each limited campaign. */
  limitUses: ReadonlyMap<string, number>
  bursts: ReadonlyMap<string, Burst>
  /** What is left in this month of each cap, by whose it is. */
  capsLeft: ReadonlyMap<string, number>
  /** How many leads campaigns that spread them may have by now. */
  allowances: ReadonlyMap<string, number>
  /** What was paid beforehand, by the agency and for its campaigns. */
  funds: readonly Funds[]
  /** Clients who have not paid after every try, or whose agency has not. */
  failedPayers: ReadonlySet<string>
  /** When the batch is decided. */
  now_ms: number
}

const always = 'always'

/** Names a company within a campaign or a client. */
const companyIn = (id: string, company: string): string => `${id} @${company}`

const asksForEachPerson = ({ module, moduleSettings }: Campaign): boolean =>
  companyWindowOf(module, moduleSettings) === 'none'

/**
 * What stages ask about a person's and a campaign's past. Knows what the database knew, and learns with every decision of
 * the batch, so that the second hit of the same person in a batch meets the first.
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
  /** Campaigns that this batch began to hold. */
  readonly held = new Map<Campaign, { leads: number; within: HeldWithin }>()
  /** What is left for leads that stop without it, by the agency's or the campaign's id. */
  readonly #funds: Map<string, number>
  /** The agency's own, whose id candidates do not name. */
  readonly #walletId: string | undefined
  /** Prepaid money that was not enough for a lead of this batch. */
  readonly emptied = new Set<string>()
  /** Leads of this batch by campaign and person, and by client and person. */
  readonly #made = new Map<string, string>()

  constructor(known: KnownFacts) {
    this.#exclusions = new Set(known.exclusions.map(({ hash, level, of }) => `${level} ${of ?? ''} ${hash}`))
    this.#outsiders = known.outsiders
    this.#converted = new Set(known.converted)
    this.#earlier = new Map(known.earlierLeads.map((lead) => [`${lead.campaignId} ${lead.personId}`, lead]))
    this.#companies = new Map(
      known.earlierCompanyLeads.map((lead) => [companyIn(lead.campaignId, lead.company), lead.windowEndsAt_ms]),
    )
    this.#limitUses = new Map(known.limitUses)
    this.#capsLeft = new Map(known.capsLeft)
    this.#allowances = known.allowances
    this.#visited = new Set(known.visited)
    this.#bursts = new Map([...known.bursts].map(([id, burst]) => [id, { ...burst }]))
    this.#failedPayers = known.failedPayers
    this.#now_ms = known.now_ms
    const required = known.funds.filter((funds) => funds.isRequired)
    this.#funds = new Map(required.map(({ balance, left_e4 }) => [balance.id, left_e4]))
    this.#walletId = required.find(({ balance }) => balance.clientId === null)?.balance.id
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

  /** The lead whose window the visit falls into, or null. At the very end of a window it is over. */
  leadReturnedTo(candidate: Candidate): string | null {
    const { event, campaign } = candidate
    if (!campaign || campaign.reidentification === always) return null
    const made = this.#made.get(campaign.reidentificationAcrossClient ? candidate.inClient : candidate.inCampaign)
    if (made) return made
    const earlier = this.#earlier.get(candidate.inCampaign)
    return earlier && event.receivedAt_ms < earlier.windowEndsAt_ms ? earlier.leadId : null
  }

  /** Whether the person's company is a lead already, within the campaign's window for companies. */
  isCompanyLead({ event, campaign, company, match }: Candidate): boolean {
    if (!campaign || company === null || (asksForEachPerson(campaign) && match?.key !== 'company')) return false
    if (this.#made.has(companyIn(campaign.reidentificationAcrossClient ? event.clientId : campaign.id, company)))
      return true
    const endsAt_ms = this.#companies.get(companyIn(campaign.id, company))
    return endsAt_ms !== undefined && event.receivedAt_ms < endsAt_ms
  }

  /** Whether the campaign's last day is over: nobody becomes a lead after it by what they searched before. */
  isEnded({ campaign, event }: Candidate): boolean {
    return campaign !== null && this.#judgedAt_ms(event) >= campaign.endsAt_ms
  }

  isOutsideHours({ campaign, event }: Candidate): boolean {
    return campaign !== null && !isOpenAt(this.#judgedAt_ms(event), campaign)
  }

  isLimitReached({ campaign }: Candidate): boolean {
    if (!campaign || campaign.limitLeads === null) return false
    return this.#used(campaign) >= campaign.limitLeads
  }

  /** Of which of the month's caps less is left than one more lead costs; null of none. What costs nothing meets none. */
  capMet({ campaign }: Candidate): Cap['of'] | null {
    return campaign?.caps.find(({ id, price_e4 }) => price_e4 > Math.max(0, this.#capLeft_e4(id)))?.of ?? null
  }

  /** A simulation learns on its way what others took. */
  knowCapsLeft(left: ReadonlyMap<string, number>): void {
    for (const [id, left_e4] of left) this.#capsLeft.set(id, left_e4)
  }

  /** Whether the campaign's leads of the day are as many as are due by now. */
  isPaced({ campaign }: Candidate): boolean {
    const allowance = campaign && this.#allowances.get(campaign.id)
    return typeof allowance === 'number' && this.#used(campaign!) >= allowance
  }

  /** Takes one from the campaign's limit, its prices from the caps, and tells which of the period it is; null without a limit. */
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
      burst.leads += 1
      burst.today += 1
    }
    if (!campaign || campaign.limitLeads === null) return null
    const used = this.#used(campaign) + 1
    this.#limitUses.set(campaign.id, used)
    return used
  }

  /** Whether the campaign's leads are held, or have come too fast just now: then they are from here on. */
  isHeld({ campaign }: Candidate): boolean {
    const burst = campaign && this.#bursts.get(campaign.id)
    if (!burst) return false
    const { isHeld, leads, most, today, mostToday } = burst
    if (isHeld || (leads < most && today < mostToday)) return isHeld
    burst.isHeld = true
    this.held.set(campaign, leads >= most ? { leads, within: 'burst' } : { leads: today, within: 'day' })
    return true
  }

  /**
   * Whether the client and the agency pay what they are asked for; and who pays beforehand, of the client for its campaign
   * and of the agency, has what one more lead costs.
   */
  hasFunds({ event, campaign }: Candidate): boolean {
    if (this.#failedPayers.has(event.clientId)) return false
    if (!campaign || this.#funds.size === 0) return true
    const short = this.#costsOf(campaign).find(([id, price_e4]) => this.#funds.get(id)! < price_e4)
    if (short) this.emptied.add(short[0])
    return !short
  }

  /** A page of the client's that was seen, other than by a conversion, by whomever the cookie and the person are. */
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

  /** Visits are judged by when they came, searches by when they are told of: what was searched at night can be a lead in the morning. */
  #judgedAt_ms({ search, receivedAt_ms }: Candidate['event']): number {
    return search ? this.#now_ms : receivedAt_ms
  }

  /** What a lead takes from whose prepaid money. */
  #costsOf({ id, retailPrice_e4, wholesalePrice_e4 }: Campaign): [id: string, price_e4: number][] {
    const costs: [string, number][] = []
    if (this.#funds.has(id)) costs.push([id, retailPrice_e4])
    if (this.#walletId !== undefined) costs.push([this.#walletId, wholesalePrice_e4])
    return costs
  }

  /** Infinite where nobody asked what is left. */
  #capLeft_e4(id: string): number {
    return this.#capsLeft.get(id) ?? Infinity
  }

  #used(campaign: Campaign): number {
    return this.#limitUses.get(campaign.id) ?? 0
  }
}
