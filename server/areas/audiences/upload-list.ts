import { listFields, maxLists, type uploadAudienceList } from '#contract/audiences/lists.ts'
import { onlyCsvText } from '#contract/identity/address-files.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { readAddresses, type Address } from '#server/areas/identity/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { byteaArray } from '#server/platform/database/plain-array.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler, SignedInHttpCall } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { safeFileName } from '#server/platform/uploads.ts'
import { today } from './list-ends.ts'
import { clientToChange, lockClientRows, type ClientPath } from './may-change.ts'

interface Received {
  name: string
  endsOn: string | null
  fileName: string
  addresses: Address[]
}

/** Validates the whole file before storing anything of it, and stores the hashes of its addresses. */
export const handleUploadAudienceList: Handler<typeof uploadAudienceList> = async (_input, call) => {
  const client = clientToChange(call)
  const upload = await receive(call)
  const id = newId(call.platform.clock.now())
  await call.inScope(async (tx) => {
    await lockClientRows(tx, client)
    await assertMayBeAdded(tx, client, upload.name)
    await insert(tx, call, client, id, upload)
    await recordActivity(tx, call, {
      action: 'campaign.audienceListUploaded',
      target: { kind: 'audienceList', id, name: upload.name },
      to: { file_name: upload.fileName, addresses: upload.addresses.length, ends_on: upload.endsOn ?? '' },
    })
  })
  return { result: 'success', message: 'Data has been added successfully', data: { id } }
}

async function receive(call: SignedInHttpCall): Promise<Received> {
  const fields = new Map<string, string>()
  let file: Pick<Received, 'fileName' | 'addresses'> | null = null
  for await (const part of call.parts!()) {
    if (!('stream' in part)) {
      if (part.field !== 'list_name' && part.field !== 'ends_on')
        throw invalid(part.field, 'The upload has no such field.')
      fields.set(part.field, part.value)
    } else if (part.field !== 'file' || file || !/\.csv$/i.test(part.fileName)) {
      part.stream.resume()
      throw part.field === 'file' && !file
        ? invalid('file', onlyCsvText)
        : invalid(part.field, 'The upload has no such field.')
    } else {
      file = { fileName: safeFileName(part.fileName), addresses: await readAddresses(part.stream, 'file') }
    }
  }
  if (!file) throw invalid('file', 'Choose a CSV file.')
  return { ...file, ...readFields(fields, call.platform.clock.now()) }
}

function readFields(fields: ReadonlyMap<string, string>, now_ms: number): Pick<Received, 'name' | 'endsOn'> {
  const name = listFields.list_name.safeParse(fields.get('list_name') ?? '')
  if (!name.success) throw invalid('list_name', name.error.issues[0]!.message)
  const endsOn = listFields.ends_on.safeParse(fields.get('ends_on') ?? '')
  if (!endsOn.success) throw invalid('ends_on', 'Enter a date as year-month-day.')
  if (endsOn.data !== '' && endsOn.data < today(now_ms)) throw invalid('ends_on', 'This date has passed.')
  return { name: name.data, endsOn: endsOn.data || null }
}

async function assertMayBeAdded(tx: Tx, { agencyId, clientId }: ClientPath, name: string): Promise<void> {
  const { rows } = await tx.query<{ count: number; isTaken: boolean | null }>(
    `select count(*)::integer as count, bool_or(lower(name) = lower($3)) as "isTaken"
       from audience_list where agency_id = $1 and client_id = $2`,
    [agencyId, clientId, name],
  )
  const { count, isTaken } = rows[0]!
  if (isTaken) throw invalid('list_name', 'This client already has a list with this name.')
  if (count >= maxLists) throw invalid('list_name', `A client has at most ${maxLists} lists. Remove one first.`)
}

async function insert(tx: Tx, call: SignedInCall, client: ClientPath, id: string, upload: Received): Promise<void> {
  const { name, fileName, addresses, endsOn } = upload
  const { rootId, agencyId, clientId } = client
  await tx.query(
    `insert into audience_list (agency_id, id, root_id, client_id, name, file_name, addresses, ends_on, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [agencyId, id, rootId, clientId, name, fileName, addresses.length, endsOn, dateOf(call.platform.clock.now())],
  )
  const hashes = addresses.flatMap(({ md5, sha1, sha256 }) => [md5, sha1 ?? [], sha256 ?? []].flat())
  await tx.query(
    `insert into audience_list_entry (agency_id, list_id, hash, root_id, client_id)
     select $1, $2, hash, $3, $4 from unnest($5::bytea[]) as given (hash) on conflict do nothing
     returning 1`,
    [agencyId, id, rootId, clientId, byteaArray(hashes)],
  )
}
