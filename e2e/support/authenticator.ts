import { Secret, TOTP } from 'otpauth'

const step_ms = 30_000

/** An authenticator's code from this many steps ago. Each code works once, so set-up leaves the current one unused. */
export const codeOf = (secret: string, stepsAgo: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - stepsAgo * step_ms })
