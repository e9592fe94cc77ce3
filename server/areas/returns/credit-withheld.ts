import { z } from 'zod'
import { creditRestOfShares } from '#server/areas/billing/refunds/share-credits.ts'
import { creditTaxes } from '#server/areas/billing/taxes/credit-taxes.ts'
import { findRefunded } from '#server/areas/billing/refunds/find-refunded.ts'
import { creditWithheldJobName } from '#server/areas/billing/refunds/refunds.ts'
import { creditWithheld, readWithheld } from '#server/areas/leads/credit-withheld.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Job } from '#server/platform/jobs.ts'

const request = z.object({ rootId: z.uuid(), agencyId: z.uuid() })

/**
 * A refund failed, or credits were reversed: credits the wholesale price of leads that were credited without it in the meantime
 * (decision 122), and what refunds had left out of the operator's share (decision 214). In transactions of their own, because crediting
 * locks charges in one order.
 */
export const creditWithheldJob: Job = {
  name: creditWithheldJobName,
  async run(platform, payload) {
    const book = request.parse(payload)
    const { agencyId } = book
    await inScope(platform.appPool, { kind: 'agency', ...book }, async (tx) => {
      const now_ms = platform.clock.now()
      const withheldCosts = await readWithheld(tx, book)
      if (withheldCosts.length === 0) return
      const { wholesale } = await findRefunded(
        tx,
        agencyId,
        withheldCosts.map(({ leadId, wholesale_e4 }) => ({ leadId, retail_e4: 0, wholesale_e4 })),
      )
      const creditIds = withheldCosts.filter(({ leadId }) => !wholesale.has(leadId)).map(({ creditId }) => creditId)
      if (creditIds.length === 0) return
      await creditWithheld(tx, book, now_ms, creditIds)
      await creditTaxes(tx, book, now_ms, { withheld: creditIds })
    })
    await inScope(platform.appPool, { kind: 'agency', ...book }, (tx) =>
      creditRestOfShares(tx, book, platform.clock.now()),
    )
  },
}
