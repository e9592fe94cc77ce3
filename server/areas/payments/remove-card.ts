import { z } from 'zod'
import type { Job } from '#server/platform/jobs.ts'
import { sandboxGateway } from '#server/providers/payments/sandbox-gateway.ts'

const payload = z.object({ customerId: z.string(), cardId: z.string() })

/** The gateway forgets a card that was replaced; tried again while it cannot be reached. */
export const removeCardJob: Job = {
  name: 'remove-card',
  async carryOut(platform, given) {
    const { customerId, cardId } = payload.parse(given)
    await sandboxGateway(platform.config)?.removeCard(customerId, cardId)
  },
}
