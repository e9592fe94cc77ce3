import { Failure } from '#server/platform/failure.ts'
import { GatewayRefused, GatewayUnreachable } from '#server/providers/payments/gateway.ts'

/** Throws `overloaded` if the gateway is unreachable and `conflict` if it refuses the request. */
export async function callGateway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (thrown instanceof GatewayUnreachable) throw new Failure('overloaded', { retryAfterSeconds: 10 })
    if (thrown instanceof GatewayRefused)
      throw new Failure('conflict', { message: 'The payment provider has refused this. Contact support.' })
    throw thrown
  }
}
