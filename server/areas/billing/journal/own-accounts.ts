import {
  journalKinds,
  type JournalAccount,
  type listJournalAccounts,
  type saveJournalAccounts,
} from '#contract/billing/journal.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import type { AccountKind } from '#server/areas/ledger/book.ts'
import { saveAccountsOfJournal } from '#server/areas/tenants/save-billing-state.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { accountNames } from './journal-accounts.ts'

/** What the owner of a journal calls an account: its number, empty for none, and its name. */
export type NameAccount = (kind: AccountKind) => [number: string, name: string]

type Owner = { companyId: string; agencyId: string | null }
type OwnNames = Partial<Record<AccountKind, { number: string; name: string }>>

async function readOwnNames(tx: Tx, companyId: string): Promise<OwnNames> {
  const { rows } = await tx.query<{ names: OwnNames }>('select journal_accounts as names from company where id = $1', [
    companyId,
  ])
  return rows[0]?.names ?? {}
}

const usualNames = ({ agencyId }: Owner) => accountNames[agencyId === null ? 'operator' : 'agency']

export async function readJournalAccounts(tx: Tx, owner: Owner): Promise<NameAccount> {
  const ownNames = await readOwnNames(tx, owner.companyId)
  const usual = usualNames(owner)
  return (kind) => [ownNames[kind]?.number ?? '', ownNames[kind]?.name || (usual[kind] ?? kind)]
}

export const handleListJournalAccounts: Handler<typeof listJournalAccounts> = async (_input, { caller, inScope }) => {
  const ownNames = await inScope((tx) => readOwnNames(tx, caller.companyId))
  const usual = usualNames(caller)
  return {
    result: 'success',
    data: journalKinds.flatMap((kind): JournalAccount[] => {
      const usual_name = usual[kind]
      return usual_name === undefined
        ? []
        : [{ kind, number: ownNames[kind]?.number ?? '', name: ownNames[kind]?.name ?? '', usual_name }]
    }),
  }
}

export const handleSaveJournalAccounts: Handler<typeof saveJournalAccounts> = async ({ body }, call) => {
  const { caller } = call
  const usual = usualNames(caller)
  const accounts = body.accounts.filter(({ kind, number, name }) => usual[kind] !== undefined && number + name !== '')
  const to: OwnNames = Object.fromEntries(accounts.map(({ kind, number, name }) => [kind, { number, name }]))
  await call.inScope(async (tx) => {
    await saveAccountsOfJournal(tx, caller.companyId, to)
    await recordActivity(tx, call, {
      action: 'billing.journalAccountsChanged',
      target: { kind: 'company', id: caller.companyId },
      to: { accounts: accounts.map(({ kind, number, name }) => `${usual[kind]}: ${[number, name].join(' ').trim()}`) },
    })
  })
  return { result: 'success', message: 'Data has been updated successfully' }
}
