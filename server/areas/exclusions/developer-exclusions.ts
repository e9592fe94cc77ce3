import type {
  addDeveloperCampaignExclusions,
  addDeveloperExclusions,
  DeveloperExclusions,
  readDeveloperCampaignExclusions,
  readDeveloperExclusions,
} from '#contract/exclusions/developer-exclusions.ts'
import { addressesIn } from '#server/areas/identity/public.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countAddresses } from './entries.ts'
import { listOfCampaign, listOfCompany, type ExclusionList } from './exclusion-list.ts'
import { readChanges } from './read-list.ts'
import { queueUpload } from './upload.ts'

// Exclusion lists of the developer API: addresses come in the request body and are processed like an uploaded file.

export const handleReadDeveloperExclusions: Handler<typeof readDeveloperExclusions> = (_input, call) =>
  read(call, listOfCompany(call.caller))

export const handleReadDeveloperCampaignExclusions: Handler<typeof readDeveloperCampaignExclusions> = (
  { params },
  call,
) => read(call, listOfCampaign(call.object!, params.id))

export const handleAddDeveloperExclusions: Handler<typeof addDeveloperExclusions> = ({ body }, call) =>
  add(call, listOfCompany(call.caller), body.addresses)

export const handleAddDeveloperCampaignExclusions: Handler<typeof addDeveloperCampaignExclusions> = (
  { params, body },
  call,
) => add(call, listOfCampaign(call.object!, params.id), body.addresses)

const read = (call: SignedInCall, list: ExclusionList): Promise<DeveloperExclusions> =>
  call.inScope(async (tx) => {
    const changes = await readChanges(tx, list)
    return {
      level: list.level,
      addresses: await countAddresses(tx, list),
      changes: changes.map(({ id, kind, addresses, credited_leads, created_at, done_at, undone_at }) => ({
        id,
        kind,
        addresses,
        credited_leads,
        created_at: created_at.toISOString(),
        done_at: done_at?.toISOString() ?? null,
        undone_at: undone_at?.toISOString() ?? null,
      })),
    }
  })

const add = async (call: SignedInCall, list: ExclusionList, texts: readonly string[]): Promise<{ id: string }> => ({
  id: await queueUpload(call, list, { fileName: 'API', addresses: addressesIn(texts) }),
})
