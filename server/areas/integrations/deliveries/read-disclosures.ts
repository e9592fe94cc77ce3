import { binaryTexts } from '#server/platform/database/binary-arrays.ts'
import { plainArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Receipt } from '#contract/integrations/take-back.ts'
import { nameOf } from './read-agency-disclosures.ts'

/** To whom a person was sold, with what was sold. */
export interface Disclosure {
  /** Null for a company's lead. */
  person_id: number | null
  at: Date
  client: string
  agency: string
  page_url: string
  facts: Record<string, string | null>
  /** What was sold of the person beyond that, by name. */
  traits: Record<string, string>
  /** Where the client had it sent, and when it arrived. */
  sent_to: { service: string; at: string }[]
}

type Row = Omit<Disclosure, 'sent_to'> & { sent: { kind: Receipt['kind']; at: string }[] }

/** Every lead of one agency that was made from these people or has their address, oldest first, without targets' addresses. */
export async function readDisclosures(
  tx: Tx,
  agencyId: string,
  { personIds, emails }: { personIds: readonly number[]; emails: readonly string[] },
): Promise<Disclosure[]> {
  if (personIds.length === 0 && emails.length === 0) return []
  const { rows } = await tx.query<Row>(
    `select lead.person_id, lead.created_at as at, client.name as client, agency.name as agency, lead.page_url,
            jsonb_build_object('first_name', lead.first_name, 'last_name', lead.last_name, 'email', lead.email,
                               'phone', lead.phone_e164, 'street', lead.street, 'city', lead.city, 'state', lead.state,
                               'zip', lead.zip) as facts,
            coalesce(lead.information, '{}') as traits,
            coalesce((select jsonb_agg(jsonb_build_object('kind', destination.kind, 'at', delivery.delivered_at)
                                       order by delivery.delivered_at)
               from delivery join destination on destination.agency_id = $1 and destination.id = delivery.destination_id
              where delivery.agency_id = $1 and delivery.lead_id = lead.id and delivery.status = 'delivered'), '[]') as sent
       from lead
       join company client on client.id = lead.client_id
       join company agency on agency.id = $1
      where lead.agency_id = $1 and (lead.person_id = any($2::bigint[]) or lead.email_key = any($3::text[])) order by lead.created_at, lead.id`,
    [agencyId, plainArray(personIds), binaryTexts(emails)],
  )
  return rows.map(({ sent, ...row }) => ({
    ...row,
    sent_to: sent.map(({ kind, at }) => ({ service: nameOf(kind), at: new Date(at).toISOString() })),
  }))
}
