import {
  submittedText,
  uploadAgencyExclusions,
  type uploadCampaignExclusions,
  type uploadClientExclusions,
  type uploadRootExclusions,
} from '#contract/exclusions/lists.ts'
import { onlyCsvText } from '#contract/identity/address-files.ts'
import { id } from '#contract/core/ids.ts'
import { partOf } from '#contract/core/plain.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { readAddresses, type Address } from '#server/areas/identity/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { dateOf } from '#server/platform/clock.ts'
import { binaryHexes } from '#server/platform/database/binary-arrays.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { invalid, notFound } from '#server/platform/failure.ts'
import type { Handler, SignedInHttpCall } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import { safeFileName } from '#server/platform/uploads.ts'
import { listOfCampaign, listOfCompany, queueOf, type ExclusionList } from './exclusion-list.ts'
import { holdChanges } from './lock-changes.ts'

export const handleUploadClient: Handler<typeof uploadClientExclusions> = (_input, call) =>
  upload(call, ownList(call), {
    file: 'clientoptoutfile',
    company: 'ClientCompanyID',
    fixed: { campaigntype: 'client' },
  })

export const handleUploadAgency: Handler<typeof uploadAgencyExclusions> = (_input, call) =>
  upload(call, ownList(call), { file: 'agencyoptoutfile', company: partOf(uploadAgencyExclusions.form, 'companyId') })

export const handleUploadRoot: Handler<typeof uploadRootExclusions> = (_input, call) =>
  upload(call, ownList(call), { file: 'optoutfile', company: 'companyRootId' })

export const handleUploadCampaign: Handler<typeof uploadCampaignExclusions> = ({ params }, call) =>
  upload(call, listOfCampaign(call.object!, params.campaignId), { file: 'campaignoptoutfile' })

const ownList = ({ caller }: SignedInCall): ExclusionList => listOfCompany(caller)

/** The parts of an upload form: the file, the list, and parts with a fixed value. */
interface Form {
  file: string
  company?: string
  fixed?: Readonly<Record<string, string>>
}

/** Validates the whole file before anything is stored. */
async function upload(
  call: SignedInHttpCall,
  list: ExclusionList,
  form: Form,
): Promise<{ result: 'success'; message: string; data: { id: string } }> {
  const id = await queueUpload(call, list, await receive(call, list, form))
  return { result: 'success', message: submittedText, data: { id } }
}

/** Addresses added in one change, with the change's name. */
interface Received {
  fileName: string
  addresses: Address[]
}

/** Stores the hashes and queues the job that adds them to the list. Returns the id of the change. */
export async function queueUpload(
  call: SignedInCall,
  list: ExclusionList,
  { fileName, addresses }: Received,
): Promise<string> {
  return call.inScope(async (tx) => {
    await holdChanges(tx, list)
    // Afterwards, so that changes have the order of their times.
    const now_ms = call.platform.clock.now()
    const changeId = newId(now_ms)
    await insertUpload(tx, list, { changeId, fileName, total: addresses.length, at: dateOf(now_ms) })
    await stage(tx, list, changeId, addresses)
    const { rootId, agencyId } = list
    await addJob(tx, 'take-exclusions', { rootId, agencyId, changeId }, { queue: queueOf(list), isUrgent: true })
    await recordActivity(tx, call, {
      action: 'data.exclusionsUploaded',
      target: { kind: list.level === 'campaign' ? 'campaign' : 'company', id: list.listId },
      campaignId: list.campaignId ?? undefined,
      to: { exclusion_level: list.level, file_name: fileName, addresses: addresses.length },
    })
    return changeId
  })
}

async function receive(call: SignedInHttpCall, list: ExclusionList, form: Form): Promise<Received> {
  const fields = new Map<string, string>()
  let file: Received | null = null
  for await (const part of call.parts!()) {
    if (!('stream' in part)) {
      fields.set(part.field, part.value)
    } else if (part.field !== form.file || !/\.csv$/i.test(part.fileName)) {
      part.stream.resume()
      throw part.field === form.file
        ? invalid(form.file, onlyCsvText)
        : invalid(part.field, 'The upload has no such field.')
    } else {
      const fileName = safeFileName(part.fileName)
      file = { fileName, addresses: await readAddresses(part.stream, form.file) }
    }
  }
  checkFields(fields, list, form)
  if (!file) throw invalid(form.file, 'Choose a CSV file.')
  return file
}

/** Another company's list is answered as not found, whether it exists or not. */
function checkFields(fields: ReadonlyMap<string, string>, list: ExclusionList, { company, fixed = {} }: Form): void {
  const names = [...Object.keys(fixed), ...(company === undefined ? [] : [company])]
  for (const name of fields.keys()) if (!names.includes(name)) throw invalid(name, 'The upload has no such field.')
  for (const [name, value] of Object.entries(fixed))
    if (fields.get(name) !== value) throw invalid(name, `This must be ${value}.`)
  if (company === undefined) return
  const listId = id.safeParse(fields.get(company))
  if (!listId.success) throw invalid(company, listId.error.issues[0]!.message)
  if (listId.data !== list.listId) throw notFound()
}

const insertUpload = (
  tx: Tx,
  list: ExclusionList,
  { changeId, fileName, total, at }: { changeId: string; fileName: string; total: number; at: Date },
): Promise<unknown> =>
  tx.query(
    `insert into exclusion_change (agency_id, id, root_id, client_id, campaign_id, list_id, level, kind, file_name,
            total_rows, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'upload', $8, $9, $10)`,
    [
      list.agencyId,
      changeId,
      list.rootId,
      list.clientId,
      list.campaignId,
      list.listId,
      list.level,
      fileName,
      total,
      at,
    ],
  )

const stage = (tx: Tx, list: ExclusionList, changeId: string, addresses: readonly Address[]): Promise<unknown> =>
  tx.query(
    `insert into exclusion_staged (agency_id, change_id, row, root_id, client_id, md5, sha1, sha256)
     select $1, $2, given.row, $3, $4, given.md5, given.sha1, given.sha256
       from unnest($5::bytea[], $6::bytea[], $7::bytea[]) with ordinality as given (md5, sha1, sha256, row)
     returning 1`,
    [
      list.agencyId,
      changeId,
      list.rootId,
      list.clientId,
      binaryHexes(addresses.map(({ md5 }) => md5)),
      binaryHexes(addresses.map(({ sha1 }) => sha1)),
      binaryHexes(addresses.map(({ sha256 }) => sha256)),
    ],
  )
