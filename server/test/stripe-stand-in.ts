import { createClock } from '#server/platform/clock.ts'
import { startStripeStandIn } from '#server/providers/payments/stripe/stand-in/start-stripe-stand-in.ts'
import { stripeEnv } from './gateway-stages.ts'

/**
 * The stand-in as a separate program, for test runs that are pointed at it: `tsx stripe-stand-in.ts [port]`. Prints the
 * environment to use, one variable per line, and runs until it is stopped.
 */
const stripe = await startStripeStandIn({ now: createClock().now, port: Number(process.argv[2] ?? 0) })
for (const [name, value] of Object.entries(stripeEnv(stripe))) process.stdout.write(`${name}=${value}\n`)
