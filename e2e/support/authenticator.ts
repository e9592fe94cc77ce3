import { Secret, TOTP } from 'otpauth'

const step_ms = 30_000

/** What an authenticator showed so many steps ago. Each step counts once, so a set-up leaves the present one to the sign-in. */
export const codeOf = (secret: string, stepsAgo: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() - stepsAgo * step_ms })
