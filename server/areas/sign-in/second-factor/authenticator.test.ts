import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { stepOfCode } from './authenticator.ts'

const secret = new Secret({ buffer: new Uint8Array(20).fill(7).buffer })
const totp = new TOTP({ secret, period: 30 })
const start_ms = Date.UTC(2026, 10, 28, 16)

/** In how many of the 30 seconds of a step the code of a phone is accepted whose clock is off by this much. */
const secondsAccepted = (drift_s: number): number =>
  Array.from({ length: 30 }, (_none, second) => start_ms + second * 1_000).filter((now_ms) => {
    const phone_ms = now_ms + drift_s * 1_000
    const step = stepOfCode(secret.base32, totp.generate({ timestamp: phone_ms }), now_ms)
    // The step is the phone's, so that it is used up, whichever step the server is in.
    if (step !== null) expect(step).toBe(Math.floor(phone_ms / 30_000))
    return step !== null
  }).length

test('codes of a phone are accepted whose clock is off by up to one step either way', () => {
  for (const drift_s of [-30, -20, -5, 0, 5, 20, 30]) expect([drift_s, secondsAccepted(drift_s)]).toEqual([drift_s, 30])
  for (const drift_s of [-60, 60]) expect([drift_s, secondsAccepted(drift_s)]).toEqual([drift_s, 0])
  expect([secondsAccepted(-45), secondsAccepted(45)]).toEqual([15, 15])
})
