import { z } from 'zod'

/** The envelope of the encrypted JSON body of writing calls (SEC-7, OQ-32): `dt` is a compact JWE. */
export const sealedEnvelope = z.strictObject({ dt: z.string().min(1).max(1_400_000) })

/** A public key of the server to encrypt bodies to; the newest are listed, and each is accepted for one more day. */
export const sealingKey = z.object({
  kid: z.string(),
  kty: z.enum(['EC', 'OKP']),
  crv: z.enum(['P-256', 'X25519']),
  x: z.string(),
  y: z.string().optional(),
  alg: z.literal('ECDH-ES'),
  use: z.literal('enc'),
})

export const sealingKeys = z.object({ keys: z.array(sealingKey) })
