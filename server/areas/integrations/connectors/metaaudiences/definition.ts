import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Cause } from '#contract/integrations/causes.ts'
import type { Choice, IntegrationDetails } from '#contract/integrations/services.ts'
import { failWith, type Answer } from '../connector.ts'
import { headerOf, readJson, readStatus } from '../read-status.ts'
import { refusedLead, success, type SentLead, type Service, type ServiceAnswer, type Session } from '../service.ts'
import { columns, hashEmail, hashPerson } from './hash-person.ts'

const account = z.object({ id: z.string(), name: z.string() })
const audiencePage = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), subtype: z.string().optional() })),
  paging: z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional(),
})
const uploadAnswer = z.object({ num_received: z.number(), num_invalid_entries: z.number() })
const problem = z.object({
  error: z.object({ code: z.number(), error_subcode: z.number().optional(), message: z.string().optional() }),
})
const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number() })))

const maxPages = 20
/** If the response doesn't tell. */
const busyPause_ms = 5 * 60_000

/** By Meta's codes: most errors have the status 400. */
const causes: Readonly<Record<number, Cause>> = {
  1: 'service_error',
  2: 'service_error',
  4: 'too_many',
  10: 'no_permission',
  17: 'too_many',
  102: 'token_expired',
  190: 'token_expired',
  368: 'no_permission',
  613: 'too_many',
  // Terms that the ad account's owner has to accept, or a use of hashes that this audience doesn't allow.
  2650: 'no_permission',
  2655: 'no_permission',
  2663: 'no_permission',
  80003: 'too_many',
}
/** An audience whose name or content was flagged. */
const uploadBlocked = 1_713_230

const urlOf = ({ config }: Session, path: string): string => `${config.META_URL}/${path}`
const adAccountOf = ({ credential }: Session): string => `act_${(credential['account_id'] ?? '').replace(/^act_/, '')}`

/** The people of Custom Audiences, as digests; nothing else leaves, and nothing can be read back. */
export const definition: Service = {
  headersOf: (credential) => ({ authorization: `Bearer ${credential['api_key']}` }),
  pace: { count: 20, perSeconds: 10, of: 'connection' },
  ownIds: 'lists',
  batch: 16,
  readFailure,
  async findAccount(session) {
    const url = urlOf(session, `${adAccountOf(session)}?fields=id,name`)
    const { id, name } = readJson(account, await session.request({ method: 'GET', url }))
    return { account: `${name} (${id.replace(/^act_/, '')})` }
  },
  async lists(session) {
    const all: Choice[] = []
    let after = ''
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({ fields: 'id,name,subtype', limit: '100', ...(after && { after }) })
      const url = urlOf(session, `${adAccountOf(session)}/customaudiences?${query}`)
      const { data, paging } = readJson(audiencePage, await session.request({ method: 'GET', url }))
      // Others are filled by Meta.
      all.push(...data.filter(({ subtype }) => subtype === 'CUSTOM').map(({ id, name }) => ({ id, name })))
      after = paging?.next === undefined ? '' : (paging.cursors?.after ?? '')
      if (after === '') break
    }
    return all
  },
  preview,
  async send(session, leads, { details }) {
    const { lists = [] } = details
    if (lists.length === 0) return leads.map(() => failWith('nothing_chosen'))
    const complete = leads.filter(({ lead }) => isKnown(lead))
    const outcome = complete.length > 0 ? await upload(session, lists, complete) : success
    return leads.map(({ lead }) => (isKnown(lead) ? outcome : refusedLead('lead_incomplete')))
  },
  async takeBack(session, { email }, { details }) {
    for (const list of details.lists ?? [])
      await changeUsers(session, 'DELETE', list, { schema: ['EMAIL'], data: [[hashEmail(email)]] })
    return 'done'
  },
}

const isKnown = ({ email, phone }: SentLead): boolean => email !== '' || phone !== ''

function preview(lead: SentLead, details: IntegrationDetails): { target: string; value: string }[] {
  const row = hashPerson(lead)
  return [
    ...columns.map((target, at) => ({ target, value: row[at]! })).filter(({ value }) => value !== ''),
    ...(details.lists ?? []).map((value) => ({ target: 'audience', value })),
  ]
}

/**
 * Adds people to audiences: sets, so that a repeat changes nothing. An upload is a success even if rows in it are not
 * valid, and doesn't say which: then each lead is sent on its own.
 */
async function upload(
  session: Session,
  lists: readonly string[],
  leads: readonly { deliveryId: string; lead: SentLead }[],
): Promise<Answer> {
  const payload = { schema: columns, data: leads.map(({ lead }) => hashPerson(lead)) }
  const ids = leads.map(({ deliveryId }) => deliveryId).join(' ')
  // The same for each attempt, below 2^53.
  const session_id = Number.parseInt(createHash('sha256').update(ids).digest('hex').slice(0, 13), 16)
  const uploadSession = { session_id, batch_seq: 1, last_batch_flag: true, estimated_num_total: leads.length }
  for (const list of lists) {
    const answer = await changeUsers(session, 'POST', list, payload, uploadSession)
    if (readJson(uploadAnswer, answer).num_invalid_entries > 0)
      return { ...refusedLead('rejected'), httpStatus: answer.status }
  }
  return success
}

function changeUsers(
  session: Session,
  method: 'POST' | 'DELETE',
  list: string,
  payload: { schema: readonly string[]; data: string[][] },
  uploadSession?: object,
): Promise<ServiceAnswer> {
  const form = new URLSearchParams({
    payload: JSON.stringify(payload),
    ...(uploadSession && { session: JSON.stringify(uploadSession) }),
  })
  return session.request({ method, url: urlOf(session, `${encodeURIComponent(list)}/users`), form })
}

function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  const error = problem.safeParse(answer.json).data?.error
  if (!error) return usual
  const cause = causeOf(error)
  if (cause !== 'too_many') return { ...usual, cause, final: cause === 'rejected' }
  return { ...usual, cause, final: false, retryAfter_ms: Math.max(usual.retryAfter_ms ?? 0, waitIn(answer)) }
}

function causeOf({ code, error_subcode, message = '' }: z.output<typeof problem>['error']): Cause {
  if (error_subcode === uploadBlocked) return 'no_permission'
  if (code === 100) return /does not exist|cannot be loaded/.test(message) ? 'list_deleted' : 'rejected'
  return causes[code] ?? (code >= 200 && code < 300 ? 'no_permission' : 'rejected')
}

/** Minutes are in a header of usage. */
function waitIn(answer: ServiceAnswer): number {
  const text = headerOf(answer, 'x-business-use-case-usage') ?? ''
  try {
    const minutes = Object.values(usage.parse(JSON.parse(text)))
      .flat()
      .map(({ estimated_time_to_regain_access }) => estimated_time_to_regain_access)
    return Math.max(0, ...minutes) * 60_000 || busyPause_ms
  } catch {
    return busyPause_ms
  }
}
