import type { CampaignStatus } from '#contract/campaigns/campaign.ts'
import type { DebugAnswer, DebugQuestion } from '#contract/tracking/debug-link.ts'
import { hostOfUrl } from '#contract/core/hosts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Refusal } from './answers.ts'
import type { IsDataCenter } from './data-centers.ts'
import { readDebugToken } from './debug-token.ts'
import { flagOfView, isOnSite, type Visitor } from './judge-hit.ts'
import { cleanAddress, pageOfAddress } from './page-address.ts'
import type { Pixel } from './pixels.ts'

/** What the debugger shows of the campaign behind a pixel. */
interface DebuggedCampaign {
  name: string
  status: CampaignStatus
  /** Whether visits of a page may become leads; null if visits of all pages may. */
  acceptsPage: ((address: string) => boolean) | null
}

/** Reads the campaign of a pixel; null if it is gone. The program passes it in: tracking imports no campaigns. */
export type ReadDebugged = (
  platform: Platform,
  pixel: Pick<Pixel, 'rootId' | 'agencyId' | 'clientId' | 'campaignId'>,
) => Promise<DebuggedCampaign | null>

/** A request whose token is ours and has not expired. */
interface DebugCall {
  pixelKey: string
  page: string
  endsAt_ms: number
}

const refusals = {
  malformed: { code: 'malformed', message: 'The body is not a debugger request.' },
  page: { code: 'malformed', field: 'u', message: 'u must be the address of a web page.' },
  forged: { code: 'malformed', field: 't', message: 'This link isn’t valid. Create a new one in the campaign.' },
  over: { code: 'forbidden', field: 't', message: 'This link has expired. Create a new one in the campaign.' },
  elsewhere: {
    code: 'forbidden',
    field: 'u',
    message: 'This page is not on a site of the campaign: hits from here do not count.',
  },
} as const satisfies Record<string, Refusal>

export function readDebugCall(platform: Platform, text: string): DebugCall | { refusal: Refusal } {
  const question = questionOf(text)
  if (!question) return { refusal: refusals.malformed }
  if (hostOfUrl(question.u) === null) return { refusal: refusals.page }
  const leave = readDebugToken(platform, question.t)
  if (!leave) return { refusal: refusals.forged }
  if (leave.endsAt_ms <= platform.clock.now()) return { refusal: refusals.over }
  return { ...leave, page: question.u }
}

function questionOf(text: string): DebugQuestion | null {
  try {
    const { t, u, ...more } = JSON.parse(text) as Record<string, unknown>
    return typeof t === 'string' && typeof u === 'string' && Object.keys(more).length === 0 ? { t, u } : null
  } catch {
    return null
  }
}

/** Shows the pixel only on its own pages, so that a leaked link reveals nothing elsewhere. Null if it is gone. */
export async function answerDebugger(
  platform: Platform,
  question: { call: DebugCall; pixel: Pixel; visitor: Visitor; isDataCenter: IsDataCenter; read: ReadDebugged },
): Promise<DebugAnswer | { refusal: Refusal } | null> {
  const { call, pixel, visitor, isDataCenter } = question
  if (!isOnSite(pixel, call.page, visitor)) return { refusal: refusals.elsewhere }
  const campaign = await question.read(platform, pixel)
  if (!campaign) return null
  const { acceptsPage } = campaign
  return {
    campaign: campaign.name,
    status: campaign.status,
    page: acceptsPage === null ? 'every' : acceptsPage(cleanAddress(call.page)) ? 'counts' : 'left_out',
    is_thank_you: pixel.thankYouPage !== null && pageOfAddress(call.page) === pixel.thankYouPage,
    held: flagOfView(pixel, call.page, visitor, isDataCenter),
    now: platform.clock.now(),
    ends_at: call.endsAt_ms,
  }
}
