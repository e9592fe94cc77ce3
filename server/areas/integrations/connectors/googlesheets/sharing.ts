import { z } from 'zod'
import { readJson } from '../read-status.ts'
import type { ServiceRequest, Session, Target } from '../service.ts'
import type { Sheet } from './sheet.ts'

const refusals = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })
const permission = z.object({ id: z.string(), role: z.string(), emailAddress: z.string().optional() })
const permissionPage = z.object({ permissions: z.array(permission), nextPageToken: z.string().optional() })

/** A sheet can be shared with a few hundred people. */
const maxPages = 20

const same = (address: string): string => address.toLowerCase()

/**
 * Shares the sheet with a campaign's report recipients, to edit or to read, and unshares it from former ones, before more
 * leads are written. People whom the owner added are left alone. The result is stored with the destination.
 */
export async function shareSheet(session: Session, sheet: Sheet, target: Target): Promise<void> {
  const recipientKeys = new Set(target.recipients.map(same))
  const sharedKeys = new Set(sheet.shared.map(same))
  const leavers = sheet.shared.filter((address) => !recipientKeys.has(same(address)))
  const remaining = sheet.shared.filter((address) => recipientKeys.has(same(address)))
  if (leavers.length > 0 && !(await unshare(session, sheet, new Set(leavers.map(same))))) remaining.push(...leavers)
  const wantedRole = target.recipientsEdit ? 'writer' : 'reader'
  const isSettled =
    wantedRole === sheet.role || (await changeRole(session, sheet, new Set(remaining.map(same)), wantedRole))
  for (const address of target.recipients)
    if (!sharedKeys.has(same(address)) && (await share(session, sheet, address, wantedRole))) remaining.push(address)
  const role = isSettled ? wantedRole : sheet.role
  if (role !== sheet.role || remaining.toSorted().join() !== sheet.shared.toSorted().join())
    await target.saveState({ ...sheet, shared: remaining, role })
}

const permissionsUrl = ({ config }: Session, { spreadsheetId }: Sheet, rest = ''): string =>
  `${config.GOOGLE_DRIVE_URL}/files/${encodeURIComponent(spreadsheetId)}/permissions${rest}`

/**
 * Shares the sheet with one person; false if it has to be retried. An address without a Google account, or one that
 * the account's policies block, is skipped: the sheet is filled anyway.
 */
async function share(session: Session, sheet: Sheet, emailAddress: string, role: Sheet['role']): Promise<boolean> {
  const url = permissionsUrl(session, sheet, '?sendNotificationEmail=true')
  const json = { role, type: 'user', emailAddress }
  const answer = await session.request({ method: 'POST', url, json }, [400, 403])
  const refusal = refusals.safeParse(answer.json)
  return !(refusal.success && refusal.data.error.errors.some(({ reason }) => /RateLimit/i.test(reason)))
}

/** Revokes people's access; false if someone may still have it. */
const unshare = (session: Session, sheet: Sheet, addresses: ReadonlySet<string>): Promise<boolean> =>
  forEach(session, sheet, addresses, () => ({ method: 'DELETE' }))

/** Changes what people may do; false if someone may still do what they did before. */
const changeRole = (
  session: Session,
  sheet: Sheet,
  whose: ReadonlySet<string>,
  role: Sheet['role'],
): Promise<boolean> =>
  forEach(session, sheet, whose, (theirs) => (theirs === role ? null : { method: 'PATCH', json: { role } }))

/** Makes a request for each person's permission; false if one was refused. Null makes none. */
async function forEach(
  session: Session,
  sheet: Sheet,
  people: ReadonlySet<string>,
  requestFor: (role: string) => Pick<ServiceRequest, 'method' | 'json'> | null,
): Promise<boolean> {
  if (people.size === 0) return true
  const theirs = await findPermissions(session, sheet, people)
  if (theirs === null) return false
  let isSettled = true
  for (const { id, role } of theirs) {
    const request = requestFor(role)
    if (!request) continue
    const url = permissionsUrl(session, sheet, `/${encodeURIComponent(id)}`)
    const { status } = await session.request({ ...request, url }, [400, 403, 404])
    if (status === 400 || status === 403) isSettled = false
  }
  return isSettled
}

/** Null if the account may not read the permissions. Never includes the owner. */
async function findPermissions(session: Session, sheet: Sheet, addresses: ReadonlySet<string>) {
  const matches: z.output<typeof permission>[] = []
  let token = ''
  for (let page = 0; page < maxPages; page++) {
    const fields = encodeURIComponent('permissions(id,role,emailAddress),nextPageToken')
    const next = token && `&pageToken=${encodeURIComponent(token)}`
    const url = permissionsUrl(session, sheet, `?pageSize=100&fields=${fields}${next}`)
    const answer = await session.request({ method: 'GET', url }, [403])
    if (answer.status === 403) return null
    const { permissions, nextPageToken = '' } = readJson(permissionPage, answer)
    matches.push(...permissions.filter((one) => one.role !== 'owner' && addresses.has(same(one.emailAddress ?? ''))))
    token = nextPageToken
    if (token === '') break
  }
  return matches
}
