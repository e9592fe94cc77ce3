import type { Tx } from '#server/platform/database/tx.ts'
import { readBooked, type Subject } from './read-booked.ts'

/** Statements that find the object of each open entry; $1 is the operator. Entries without a known object stay open. */
const findings = [
  `update gateway_entry e set subject_kind = 'charge', subject_id = a.charge_id, book_agency_id = a.agency_id
     from charge_attempt a
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'charge'
      and a.root_id = $1 and a.gateway = e.gateway and a.gateway_id = e.of_id and a.state = 'succeeded'
      and coalesce(a.account_id, '') = e.account_id`,
  `update gateway_entry e set subject_kind = 'refund', subject_id = r.id, book_agency_id = r.agency_id
     from refund r
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'refund'
      and r.root_id = $1 and r.gateway_id = e.source_id`,
  // A share is matched under its payment's charge, and so are the parts returned by refunds: both count into one sum.
  `update gateway_entry e set subject_kind = 'share', subject_id = paid.subject_id, book_agency_id = paid.book_agency_id
     from gateway_entry paid
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'share'
      and paid.root_id = $1 and paid.kind = 'charge' and paid.gateway = e.gateway and paid.source_id = e.of_id
      and paid.subject_id is not null`,
  `update gateway_entry e set subject_kind = 'share', subject_id = share.subject_id, book_agency_id = share.book_agency_id
     from gateway_entry share
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'share_refund'
      and share.root_id = $1 and share.kind = 'share' and share.gateway = e.gateway and share.source_id = e.of_id
      and share.subject_id is not null`,
  `update gateway_entry e set subject_kind = 'commission_payout', subject_id = p.id
     from commission_payout p
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'transfer'
      and p.root_id = $1 and p.gateway = e.gateway
      and (p.gateway_id = e.source_id or p.gateway_id = e.of_id and e.account_id = '')`,
  // What was taken back of others' transfers.
  `update gateway_entry e set state = 'other'
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'transfer' and e.account_id = ''
      and e.amount_cents > 0
      and not exists (select from commission_payout p where p.root_id = $1 and p.gateway_id = e.of_id)
      and not exists (select from gateway_entry sent where sent.root_id = $1 and sent.kind = 'transfer'
        and sent.source_id = e.of_id and sent.state <> 'other')`,
  // Refunds and disputes of payments that we didn't make: other business on the same account.
  `update gateway_entry e set state = 'other'
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind in ('refund', 'dispute')
      and not exists (select from charge_attempt a where a.root_id = $1 and a.gateway_id = e.of_id)`,
  `update gateway_entry e set state = 'other'
    where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'share_refund'
      and not exists (select from gateway_entry share where share.root_id = $1 and share.kind = 'share'
        and share.source_id = e.of_id and share.state <> 'other')`,
]

/** Matches open entries with what is booked. Runs in the operator's scope. */
export async function matchEntries(tx: Tx, rootId: string): Promise<void> {
  for (const text of findings) await tx.query(text, [rootId])
  await findDisputes(tx, rootId)
  await compare(tx, rootId)
}

/** In separate statements: disputes are distributed by agency on a cluster, the gateway's entries aren't. */
async function findDisputes(tx: Tx, rootId: string): Promise<void> {
  const { rows: open } = await tx.query<{ source_id: string }>(
    `select distinct source_id from gateway_entry
      where root_id = $1 and state = 'open' and subject_id is null and kind = 'dispute' and source_id is not null`,
    [rootId],
  )
  if (open.length === 0) return
  const { rows: disputes } = await tx.query<{ id: string; agency_id: string; gateway_id: string }>(
    'select id, agency_id, gateway_id from dispute where root_id = $1 and gateway_id = any ($2)',
    [rootId, open.map(({ source_id }) => source_id)],
  )
  await tx.query(
    `update gateway_entry e set subject_kind = 'dispute', subject_id = d.id, book_agency_id = d.agency_id
       from unnest($2::text[], $3::uuid[], $4::uuid[]) as d (gateway_id, id, agency_id)
      where e.root_id = $1 and e.state = 'open' and e.subject_id is null and e.kind = 'dispute' and e.source_id = d.gateway_id`,
    [
      rootId,
      disputes.map(({ gateway_id }) => gateway_id),
      disputes.map(({ id }) => id),
      disputes.map(({ agency_id }) => agency_id),
    ],
  )
}

interface OpenSubject extends Subject {
  ids: string[]
  amounts: number[]
}

/** Entries match once their sum equals their object's booked total; the last entry carries any difference. */
async function compare(tx: Tx, rootId: string): Promise<void> {
  const { rows: subjects } = await tx.query<OpenSubject>(
    `select e.subject_kind as kind, e.subject_id as id, e.book_agency_id as "agencyId", e.account_id <> '' as "isConnected",
        array_agg(e.id order by e.created_at, e.gateway_id) as ids,
        array_agg(e.amount_cents order by e.created_at, e.gateway_id) as amounts
       from gateway_entry e
      where e.root_id = $1 and e.subject_id in (
        select subject_id from gateway_entry where root_id = $1 and state = 'open' and subject_id is not null)
      group by 1, 2, 3, 4`,
    [rootId],
  )
  const centsOf = await readBooked(tx, rootId, subjects)
  const candidates = subjects.flatMap((subject) => {
    const total_cents = centsOf(subject)
    const sum_cents = subject.amounts.reduce((sum, cents) => sum + Number(cents), 0)
    return subject.ids.map((id, at) => ({
      id,
      isMatched: sum_cents === total_cents,
      cents: Number(subject.amounts[at]) + (at === subject.ids.length - 1 ? total_cents - sum_cents : 0),
    }))
  })
  await tx.query(
    `update gateway_entry e set booked_cents = said.cents, state = case when said.matched then 'matched' else 'open' end
       from unnest($2::uuid[], $3::bigint[], $4::boolean[]) as said (id, cents, matched)
      where e.root_id = $1 and e.id = said.id`,
    [
      rootId,
      candidates.map(({ id }) => id),
      candidates.map(({ cents }) => cents),
      candidates.map(({ isMatched }) => isMatched),
    ],
  )
}
