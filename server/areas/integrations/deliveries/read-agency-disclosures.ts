import type { Module } from '#contract/campaigns/modules.ts'
import type { Receipt } from '#contract/integrations/take-back.ts'
import { nameOfKind } from '#contract/integrations/services.ts'
import type { Tx } from '#server/platform/database/tx.ts'

/** One lead's way to one receiver: who got which kinds of data, when and why, without the person. */
export interface AgencyDisclosure {
  lead_id: string
  /** When it was sold. */
  at: Date
  agency: string
  client: string
  campaign: string
  module: Module
  /** Letters of `contract/tracking/consent-signals.ts`; null if unknown. */
  consent: string | null
  /** Kinds of data that are still held of the lead; empty once it is anonymized. */
  kinds: string[]
  /** Where the client had it sent; null for the client's own pages and files. */
  service: string | null
  delivered_at: Date | null
  taken_back_at: Date | null
}

type Row = Omit<AgencyDisclosure, 'service'> & { destination_kind: Receipt['kind'] | null }

/** Leads of one agency that were sold within a time, oldest first, after a lead that was read before. */
export async function readAgencyDisclosures(
  tx: Tx,
  agencyId: string,
  { from, until, after }: { from: Date; until: Date; after: { at: Date; id: string } | null },
  leadsAtOnce: number,
): Promise<AgencyDisclosure[]> {
  const { rows } = await tx.query<Row>(
    `with sold as (
       select id, created_at, client_id, campaign_id, consent, first_name, last_name, email, phone_e164, street, city, zip, page_url
         from lead
        where agency_id = $1 and kind = 'lead' and created_at >= $2 and created_at < $3 and (created_at, id) > ($4, $5::uuid)
        order by created_at, id limit $6)
     select sold.id as lead_id, sold.created_at as at, agency.name as agency, client.name as client, campaign.name as campaign,
            campaign.module, sold.consent, destination.kind as destination_kind, delivery.delivered_at, delivery.taken_back_at,
            array_remove(array[
              case when sold.first_name || sold.last_name <> '' then 'name' end, case when sold.email is not null then 'email' end,
              case when sold.phone_e164 is not null then 'phone' end,
              case when coalesce(sold.street, sold.city, sold.zip) is not null then 'address' end,
              case when sold.page_url <> '' then 'page' end], null) as kinds
       from sold
       join company agency on agency.id = $1
       join company client on client.id = sold.client_id
       join campaign on campaign.agency_id = $1 and campaign.id = sold.campaign_id
       left join delivery on delivery.agency_id = $1 and delivery.lead_id = sold.id and delivery.status = 'delivered'
       left join destination on destination.agency_id = $1 and destination.id = delivery.destination_id
      order by sold.created_at, sold.id, delivery.delivered_at`,
    [agencyId, from, until, after?.at ?? from, after?.id ?? '00000000-0000-0000-0000-000000000000', leadsAtOnce],
  )
  return rows.map(({ destination_kind: kind, ...row }) => ({ ...row, service: kind === null ? null : nameOf(kind) }))
}

export const nameOf = (kind: Receipt['kind']): string =>
  kind === 'webhook' ? 'Webhook' : kind === 'email' ? 'Email' : nameOfKind(kind)
