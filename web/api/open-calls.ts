import { CallFailure } from './failure.ts'
import { sendJson, type PlainRequest } from './request.ts'

/** Wire names of the fields used before sign-in. Those pages load no schemas that could provide them. */
const wireOf: Readonly<Record<string, string>> = {
  captchaToken: 'gtoken',
  cardToken: 'tokenid',
  companyName: 'companyname',
  currentUserId: 'currentUserID',
  newPassword: 'newpassword',
  phone: 'phonenum',
  referralCode: 'refcode',
}
const plainOf = Object.fromEntries(Object.entries(wireOf).map(([plain, wire]) => [wire, plain]))

/** The wire encodes flags as letters; none of these calls has any other kind of boolean. */
const valueOf = (value: unknown): unknown => (typeof value === 'boolean' ? (value ? 'T' : 'F') : value)

/** Sends a call that needs no sign-in and reads its response. The caller uses plain field names and booleans. */
export async function sendOpen<Answer>(request: PlainRequest & { body: object }): Promise<Answer> {
  const entries = Object.entries(request.body)
  const body = Object.fromEntries(entries.map(([name, value]) => [wireOf[name] ?? name, valueOf(value)]))
  try {
    return await sendJson<Answer>({ ...request, body })
  } catch (error) {
    throw error instanceof CallFailure ? error.withFields((field) => plainOf[field] ?? field) : error
  }
}
