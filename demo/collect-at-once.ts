import type { Book } from '#server/areas/ledger/public.ts'
import { askGateway, beginCollection } from '#server/areas/payments/public.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import type { Platform } from '#server/platform/platform.ts'

/**
 * Makes charges and asks for their money, all on the platform's clock, wherever in the past it stands. Their attempts are made in the
 * same transaction: the program's own jobs run meanwhile, in the present, and would ask today for whatever they found due. The sandbox,
 * which stands in the past, would have been paid weeks before anybody asked, and what it has is looked for from the first asking on.
 */
export async function collectAtOnce(
  platform: Platform,
  book: Book,
  makeCharges: (tx: Tx) => Promise<string[]>,
): Promise<void> {
  const attempts = await inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
    const begun = []
    for (const chargeId of await makeCharges(tx)) {
      const attempt = await beginCollection(tx, platform, { ...book, chargeId })
      if (attempt) begun.push(attempt)
    }
    return begun
  })
  for (const attempt of attempts) await askGateway(platform, attempt)
}
