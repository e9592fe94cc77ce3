import { enter, recordEvent, type SandboxPayout, type SandboxBooks } from './sandbox-books.ts'

const day_ms = 86_400_000
/** How long money stays in a balance before it is paid out, and how long the payout takes to arrive. */
const rests_ms = day_ms
const underWay_ms = 2 * day_ms

/** Pays out the balances of accounts to their banks, and lets payouts arrive, as far as time has passed. */
export function payOutBalances(books: SandboxBooks): void {
  const now_ms = books.now()
  const arrivals = [...books.payouts.values()].filter((one) => one.status === 'in_transit' && one.arrives_ms <= now_ms)
  for (const payout of arrivals) arrive(books, payout)
  const newPayouts = [...books.accounts.values()].filter(
    ({ id, state }) => state === 'completed' && payOut(books, id, now_ms),
  )
  if (arrivals.length + newPayouts.length > 0) books.save()
}

/** If the bank returns a payout, the money goes back into the balance. */
function arrive(books: SandboxBooks, payout: SandboxPayout): void {
  const { id, account, amount } = payout
  const isRefused = books.accounts.get(account)?.refuses === true
  payout.status = isRefused ? 'failed' : 'paid'
  payout.cause = isRefused ? 'account_closed' : null
  if (isRefused) enter(books, { kind: 'payout', account, source: id, of: id, root: null, party: null, amount })
  recordEvent(books, `payout.${payout.status}`, { payout: id, account })
}

/** Returns whether there was anything to pay out; a negative balance waits. */
function payOut(books: SandboxBooks, account: string, now_ms: number): boolean {
  const rest = [...books.entries.values()].filter(
    (entry) => entry.account === account && entry.payout === undefined && entry.created_ms <= now_ms - rests_ms,
  )
  const amount = rest.reduce((sum, entry) => sum + entry.amount, 0)
  if (amount <= 0) return false
  const id = `po_${String(books.payouts.size + 1).padStart(8, '0')}`
  const times = { made_ms: now_ms, arrives_ms: now_ms + underWay_ms }
  const payout: SandboxPayout = { id, account, amount, status: 'in_transit', cause: null, last4: '6789', ...times }
  books.payouts.set(id, payout)
  for (const entry of rest) entry.payout = id
  enter(books, {
    kind: 'payout',
    account,
    source: id,
    of: id,
    root: null,
    party: null,
    amount: -amount,
    payout: id,
  })
  recordEvent(books, 'payout.created', { payout: id, account })
  return true
}
