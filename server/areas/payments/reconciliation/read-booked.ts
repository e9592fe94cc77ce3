import type { Tx } from '#server/platform/database/tx.ts'

type SubjectKind = 'charge' | 'share' | 'refund' | 'dispute' | 'commission_payout'

/** One of our objects that moves money at a gateway. */
export interface Subject {
  kind: SubjectKind
  id: string
  /** The book that it is booked in; null for a commission payout, which is booked in several. */
  agencyId: string | null
  /** Whether it moves an agency's account, or the operator's own. */
  isConnected: boolean
}

interface Reference {
  agencyId: string
  /** The reference id of the transfers. */
  referenceId: string
  /** The subject that they count toward. */
  key: string
}

const keyOf = ({ kind, id, isConnected }: Subject): string => `${kind} ${id} ${isConnected}`

/** What the ledger says that each subject has moved at its account, in cents. */
export async function readBooked(
  tx: Tx,
  rootId: string,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => number> {
  const sums_e4 = new Map<string, number>()
  for (const isConnected of [true, false]) {
    const references = await findReferences(
      tx,
      rootId,
      subjects.filter((one) => one.isConnected === isConnected),
    )
    for (const agencyId of new Set(references.map((one) => one.agencyId))) {
      const ofAgency = references.filter((one) => one.agencyId === agencyId)
      const { rows } = await tx.query<{ reference_id: string; e4: number }>(
        `select t.reference_id,
                sum(case when a.id = t.debit_account_id then t.amount_e4 else -t.amount_e4 end)::bigint as e4
           from ledger_transfer t
           join ledger_account a on a.agency_id = $1 and a.kind = $3 and a.id in (t.debit_account_id, t.credit_account_id)
          where t.agency_id = $1 and t.reference_id = any ($2::uuid[])
          group by t.reference_id`,
        [agencyId, ofAgency.map(({ referenceId }) => referenceId), isConnected ? 'agency_clearing' : 'clearing'],
      )
      const amounts_e4 = new Map(rows.map(({ reference_id, e4 }) => [reference_id, e4]))
      for (const { key, referenceId } of ofAgency)
        sums_e4.set(key, (sums_e4.get(key) ?? 0) + (amounts_e4.get(referenceId) ?? 0))
    }
  }
  return (subject) => Math.round((sums_e4.get(keyOf(subject)) ?? 0) / 100)
}

/** The reference ids of each subject's transfers. */
async function findReferences(tx: Tx, rootId: string, subjects: readonly Subject[]): Promise<Reference[]> {
  const ownReferences = subjects.flatMap((subject) =>
    subject.agencyId === null ? [] : [{ agencyId: subject.agencyId, referenceId: subject.id, key: keyOf(subject) }],
  )
  const idsOf = (kind: SubjectKind): string[] => subjects.filter((one) => one.kind === kind).map(({ id }) => id)
  const { rows: refunds } = await tx.query<{ of: string; id: string; agency_id: string }>(
    'select charge_id as of, id, agency_id from refund where root_id = $1 and charge_id = any ($2::uuid[])',
    [rootId, idsOf('share')],
  )
  const { rows: payouts } = await tx.query<{ of: string; id: string; agency_id: string }>(
    `select distinct payout_id as of, payout_id as id, agency_id from commission_payout_share
      where root_id = $1 and payout_id = any ($2::uuid[])`,
    [rootId, idsOf('commission_payout')],
  )
  const referencesOf = (
    kind: SubjectKind,
    rows: readonly { of: string; id: string; agency_id: string }[],
  ): Reference[] =>
    rows.map(({ of, id, agency_id }) => ({
      agencyId: agency_id,
      referenceId: id,
      key: keyOf({ kind, id: of, agencyId: null, isConnected: false }),
    }))
  return [...ownReferences, ...referencesOf('share', refunds), ...referencesOf('commission_payout', payouts)]
}
