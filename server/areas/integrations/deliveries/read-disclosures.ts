import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Receipt } from '#contract/integrations/take-back.ts'
import { nameOf } from './read-agency-disclosures.ts'

/** To whom a person was sold, with what was sold. */
export interface Disclosure {
  person_id: number
  at: Date
  client: string
  agency: string
  page_url: string
  facts: Record<string, string | null>
  /** Where the client had it sent, and when it arrived. */
  sent_to: { service: string; at: string }[]
}

type Row = Omit<Disclosure, 'sent_to'> & { sent: { kind: Receipt['kind']; at: string }[] }

/** Every lead of one agency that was made from these people, oldest first, without targets' addresses. */
export async function readDisclosures(tx: Tx, agencyId: string, personIds: readonly number[]): Promise<Disclosure[]> {
  if (personIds.length === 0) return []
  const { rows } = await tx.query<Row>(
    `select lead.person_id, lead.created_at as at, client.name as client, agency.name as agency, lead.page_url,
            jsonb_build_object('first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
                               'phone', lead.phone_e164, 'street', lead.street, 'city', lead.city, 'state', lead.state,
                               'zip', lead.zip) as facts,
            coalesce((select jsonb_agg(jsonb_build_object('kind', destination.kind, 'at', delivery.delivered_at)
                                       order by delivery.delivered_at)
               from delivery join destination on destination.agency_id = $1 and destination.id = delivery.destination_id
              where delivery.agency_id = $1 and delivery.lead_id = lead.id and delivery.status = 'delivered'), '[]') as sent
       from lead
       join company client on client.id = lead.client_id
       join company agency on agency.id = $1
      where lead.agency_id = $1 and lead.person_id = any($2::bigint[]) order by lead.created_at, lead.id`,
    [agencyId, plainArray(personIds)],
  )
  return rows.map(({ sent, ...row }) => ({
    ...row,
    sent_to: sent.map(({ kind, at }) => ({ service: nameOf(kind), at: new Date(at).toISOString() })),
  }))
}
