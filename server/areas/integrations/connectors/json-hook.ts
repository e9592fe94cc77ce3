import type { Answer } from './connector.ts'
import { readStatus } from './read-status.ts'
import type { SentLead, Service, ServiceAnswer, Session, Target } from './service.ts'

/**
 * Sends each lead as one JSON message to a URL that only confirms receipt. Receivers deduplicate by the id in
 * `webhook-id`. `urlKey` is the credential's key for the URL.
 */
export function jsonHook(
  urlKey: string,
  bodyOf: (lead: SentLead, details: Target['details']) => Record<string, unknown>,
): Pick<Service, 'pace' | 'batch' | 'readFailure' | 'send' | 'takeBack'> {
  const post = (session: Session, id: string, json: unknown): Promise<ServiceAnswer> =>
    session.request({
      method: 'POST',
      url: session.credential[urlKey] ?? '',
      headers: { 'webhook-id': id },
      json,
      // Only the status matters: the response body is never read.
      maxBytes: 0,
    })
  return {
    pace: { count: 30, perSeconds: 1, of: 'connection' },
    batch: 1,
    readFailure,
    async send(session, leads, { details }) {
      const answers: Answer[] = []
      for (const { lead, deliveryId } of leads) {
        const { status } = await post(session, deliveryId, bodyOf(lead, details))
        answers.push({ delivered: true, cause: null, httpStatus: status })
      }
      return answers
    },
    async takeBack(session, { leadId, email }) {
      await post(session, `${leadId}.deleted`, { type: 'lead.deleted', id: leadId, email })
      return 'done'
    },
  }
}

/** 410 is permanent; a 404 may still be fixed. */
function readFailure(answer: ServiceAnswer, now_ms: number): Answer {
  const usual = readStatus(answer, now_ms)
  if (answer.status === 410) return { ...usual, cause: 'gone', final: true }
  return answer.status === 404 ? { ...usual, cause: 'not_found' } : usual
}
