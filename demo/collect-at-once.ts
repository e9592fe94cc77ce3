import type { Book } from '#server/areas/ledger/book.ts'
import { sendAttempt } from '#server/areas/payments/charges/send-attempt.ts'
import { beginCollection } from '#server/areas/payments/charges/collect-charge.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Creates charges and collects them on the platform's clock, even one in the past. Collection begins in the transaction
 * of the charges, or the program's own jobs, which run in the present, would collect them today. The sandbox would then
 * have been paid in the past, before the first request, from which on payments are looked for.
 */
export async function collectAtOnce(
  platform: Platform,
  book: Book,
  makeCharges: (tx: Tx) => Promise<string[]>,
): Promise<void> {
  const attempts = await inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    const attempts = []
    for (const chargeId of await makeCharges(tx)) {
      const attempt = await beginCollection(tx, platform, { ...book, chargeId })
      if (attempt) attempts.push(attempt)
    }
    return attempts
  })
  for (const attempt of attempts) await sendAttempt(platform, attempt)
}
