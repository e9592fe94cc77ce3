import type { LeadEvent } from '#contract/integrations/lead-event.ts'
import { forLeadTexts } from '#contract/leads/lead-texts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { saveState, readSharing, sharedWithNobody } from '../connections/save-state.ts'
import { openSession } from '../connections/open-session.ts'
import { readSamePerson, type SamePerson } from '../connections/read-same-person.ts'
import { failWith, type Answer, type Connector, type Sending } from './connector.ts'
import {
  ServiceFailed,
  type LeadInBatch,
  type Reader,
  type SentLead,
  type Service,
  type Session,
  type Target,
} from './service.ts'

/** Delivers leads to an account at a service: shared by all services, which only provide the differences. */
export function accountConnector(name: string, service: Service): Connector {
  return {
    sharesOutlet: false,
    batch: service.batch,
    ...(service.isRead && { isRead: true }),
    ...(service.overwrites && { personOf: (body: string) => addressOf((JSON.parse(body) as LeadEvent).data) }),
    // The request is built from the lead and the current details when it is sent, so new details fix old failures.
    compose: ({ event, url, language }) =>
      JSON.stringify(service.isRead ? { ...event, reader: { language, ...(url !== undefined && { url }) } } : event),
    async send(platform, delivery, body, timeout_ms) {
      const [answer] = await sendMany(platform, service, [{ delivery, body }], timeout_ms)
      return answer!
    },
    sendMany: (platform, deliveries, timeout_ms) => sendMany(platform, service, deliveries, timeout_ms),
    describe: () => name,
  }
}

interface ToSend {
  delivery: Sending
  body: string
}

async function sendMany(
  platform: Platform,
  service: Service,
  deliveries: readonly ToSend[],
  timeout_ms: number,
): Promise<Answer[]> {
  const { rootId, agencyId, destinationId, connectionId } = deliveries[0]!.delivery
  if (connectionId === null) return deliveries.map(() => failWith('disconnected'))
  try {
    const session = await openSession(platform, { rootId, agencyId, id: connectionId }, timeout_ms)
    const target = await targetOf(platform, service, deliveries[0]!)
    const leads = deliveries.map(inBatch)
    if (!service.overwrites) return await sendBatch(session, service, leads, target)
    const batch = leads.map(({ leadId, deliveryId }, n) => {
      const { leasedUntil } = deliveries[n]!.delivery
      return { leadId, deliveryId, leasedUntil }
    })
    const others = await readSamePerson(platform, { rootId, agencyId, destinationId, connectionId }, batch)
    return await sendPersons(session, service, leads, target, others)
  } catch (error) {
    if (error instanceof ServiceFailed) return deliveries.map(() => error.answer)
    throw error
  }
}

/** Never sends two leads of a person at once, and never overwrites the values of a later lead. */
async function sendPersons(
  session: Session,
  service: Service,
  leads: readonly LeadInBatch[],
  target: Target,
  { overtaken, behind }: SamePerson,
): Promise<Answer[]> {
  const first = leads.filter(({ leadId }) => !behind.has(leadId))
  const isOvertaken = ({ leadId }: LeadInBatch): boolean => overtaken.has(leadId)
  const bare = first.map((one) => (isOvertaken(one) ? { ...one, lead: withoutValues(one.lead) } : one))
  const outcomes = bare.length > 0 ? await sendBatch(session, service, bare, target) : []
  const answerOf = new Map(first.map(({ leadId }, n) => [leadId, outcomes[n]!]))
  return leads.map((one) => {
    const answer = answerOf.get(one.leadId)
    if (!answer) return { delivered: false, cause: 'in_line', postponed_ms: inLine_ms }
    return answer.delivered && isOvertaken(one) ? { ...answer, cause: answer.cause ?? 'overtaken' } : answer
  })
}

const inLine_ms = 1_000

const addressOf = ({ email }: SentLead): string => email.trim().toLowerCase()

/** Only the person: adds lists and tags without overwriting the values of a later lead. */
const withoutValues = ({
  note: _note,
  information: _information,
  searched_for: _searches,
  ...lead
}: SentLead): SentLead => ({
  ...lead,
  id: '',
  created_at: '',
  campaignName: '',
  first_name: '',
  last_name: '',
  ...forLeadTexts(() => ''),
  email: lead.email,
  page_url: '',
})

/** One rejected lead must not block the others, so after a rejection each lead is sent on its own. */
async function sendBatch(
  session: Session,
  service: Service,
  leads: readonly LeadInBatch[],
  target: Target,
): Promise<Answer[]> {
  const answers = await service.send(session, leads, target).catch((error: unknown) => {
    if (error instanceof ServiceFailed && error.answer.final) return leads.map(() => error.answer)
    throw error
  })
  const rejections = answers.filter(({ final, cause }) => final && cause === 'rejected').length
  if (leads.length === 1 || rejections < 2) return answers
  const alone: Answer[] = []
  for (const [index, lead] of leads.entries()) {
    const isSettled = answers[index]!.delivered || answers[index]!.cause !== 'rejected'
    alone.push(isSettled ? answers[index]! : await sendAlone(session, service, lead, target))
  }
  return alone
}

async function sendAlone(session: Session, service: Service, lead: LeadInBatch, target: Target): Promise<Answer> {
  try {
    return (await service.send(session, [lead], target))[0]!
  } catch (error) {
    if (error instanceof ServiceFailed) return error.answer
    throw error
  }
}

const inBatch = ({ delivery, body }: ToSend): LeadInBatch => {
  const { data: lead, reader } = JSON.parse(body) as LeadEvent & { reader?: Reader }
  return { deliveryId: delivery.id, leadId: lead.id, lead, isRepeat: delivery.isRepeat, ...(reader && { reader }) }
}

async function targetOf(platform: Platform, service: Service, { delivery, body }: ToSend): Promise<Target> {
  return {
    details: delivery.details,
    state: delivery.state,
    saveState: (state) => saveState(platform, delivery, state),
    campaignName: (JSON.parse(body) as LeadEvent).data.campaignName,
    ...(service.sharesWithRecipients ? await readSharing(platform, delivery) : sharedWithNobody),
  }
}
