import { z } from 'zod'
import { readJson } from '../read-status.ts'
import type { Session, Target } from '../service.ts'
import type { Sheet } from './sheet.ts'

const refusals = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) })
const permission = z.object({ id: z.string(), role: z.string(), emailAddress: z.string().optional() })
const permissionPage = z.object({ permissions: z.array(permission), nextPageToken: z.string().optional() })

/** A sheet can be shared with a few hundred people. */
const mostPages = 20

const same = (address: string): string => address.toLowerCase()

/**
 * Lets a campaign's report recipients in, and out whoever is none any more, before further leads stand there. Whom the sheet's owner
 * has let in is the owner's. What is settled is kept with the destination.
 */
export async function shareSheet(session: Session, sheet: Sheet, target: Target): Promise<void> {
  const wanted = new Set(target.recipients.map(same))
  const known = new Set(sheet.shared.map(same))
  const gone = sheet.shared.filter((address) => !wanted.has(same(address)))
  const shared = sheet.shared.filter((address) => wanted.has(same(address)))
  if (gone.length > 0 && !(await unshare(session, sheet, new Set(gone.map(same))))) shared.push(...gone)
  for (const address of target.recipients)
    if (!known.has(same(address)) && (await share(session, sheet, address))) shared.push(address)
  if (shared.toSorted().join() !== sheet.shared.toSorted().join()) await target.keepState({ ...sheet, shared })
}

const permissionsUrl = ({ config }: Session, { spreadsheetId }: Sheet, rest = ''): string =>
  `${config.GOOGLE_DRIVE_URL}/files/${encodeURIComponent(spreadsheetId)}/permissions${rest}`

/**
 * Lets somebody in; false where it is to be asked again. An address that has no Google account, and one that the account's
 * own rules keep out, is refused: the sheet is filled all the same.
 */
async function share(session: Session, sheet: Sheet, emailAddress: string): Promise<boolean> {
  const url = permissionsUrl(session, sheet, '?sendNotificationEmail=true')
  const json = { role: 'writer', type: 'user', emailAddress }
  const answer = await session.request({ method: 'POST', url, json }, [400, 403])
  const refusal = refusals.safeParse(answer.json)
  return !(refusal.success && refusal.data.error.errors.some(({ reason }) => /RateLimit/i.test(reason)))
}

/** Takes people's access back; false where somebody may still have it. */
async function unshare(session: Session, sheet: Sheet, gone: ReadonlySet<string>): Promise<boolean> {
  const theirs = await findPermissions(session, sheet, gone)
  if (theirs === null) return false
  let isSettled = true
  for (const { id } of theirs) {
    const url = permissionsUrl(session, sheet, `/${encodeURIComponent(id)}`)
    const { status } = await session.request({ method: 'DELETE', url }, [400, 403, 404])
    if (status === 400 || status === 403) isSettled = false
  }
  return isSettled
}

/** Null where the account may not read them. Its owner stays. */
async function findPermissions(session: Session, sheet: Sheet, addresses: ReadonlySet<string>) {
  const found: z.output<typeof permission>[] = []
  let token = ''
  for (let page = 0; page < mostPages; page++) {
    const fields = encodeURIComponent('permissions(id,role,emailAddress),nextPageToken')
    const next = token && `&pageToken=${encodeURIComponent(token)}`
    const url = permissionsUrl(session, sheet, `?pageSize=100&fields=${fields}${next}`)
    const answer = await session.request({ method: 'GET', url }, [403])
    if (answer.status === 403) return null
    const { permissions, nextPageToken = '' } = readJson(permissionPage, answer)
    found.push(...permissions.filter((one) => one.role !== 'owner' && addresses.has(same(one.emailAddress ?? ''))))
    token = nextPageToken
    if (token === '') break
  }
  return found
}
