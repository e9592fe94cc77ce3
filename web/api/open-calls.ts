import { CallFailure } from './failure.ts'
import { sendJson, type PlainRequest } from './request.ts'

/** How the wire spells what calls carry before anybody has signed in. Their pages load no schema that would tell. */
const wireOf: Readonly<Record<string, string>> = {
  captchaToken: 'gtoken',
  companyName: 'companyname',
  currentUserId: 'currentUserID',
  newPassword: 'newpassword',
  phone: 'phonenum',
  referralCode: 'refcode',
}
const plainOf = Object.fromEntries(Object.entries(wireOf).map(([plain, wire]) => [wire, plain]))

/** The wire's flags are letters; none of these calls has a boolean of another kind. */
const valueOf = (value: unknown): unknown => (typeof value === 'boolean' ? (value ? 'T' : 'F') : value)

/** Sends one of these calls and reads its answer; names of fields and flags are plain on this side. */
export async function sendOpen<Answer>(request: PlainRequest & { body: object }): Promise<Answer> {
  const entries = Object.entries(request.body)
  const body = Object.fromEntries(entries.map(([name, value]) => [wireOf[name] ?? name, valueOf(value)]))
  try {
    return await sendJson<Answer>({ ...request, body })
  } catch (thrown) {
    throw thrown instanceof CallFailure ? thrown.withFields((field) => plainOf[field] ?? field) : thrown
  }
}
